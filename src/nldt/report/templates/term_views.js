// What the axes of the term space can show, and where the rule's ends lie there.

/** The axes that a rule offers; each gives a coordinate from the values of the terms. */
function axesOf(node) {
  const { rule, printed } = DATA.nodes[node];
  const axes = rule.terms.map((term, t) => ({
    key: `term-${t}`,
    name: printed.terms[t],
    weight: term.weight / printed.divisor,
    of: (values) => values[t],
    ...namesAlong(onlyColumn(term)),
  }));
  const many = rule.terms.length > 1;
  if (many) axes.push({ key: 'value', name: 'left-hand side of the rule', of: (values) => weightedSum(rule, values) / printed.divisor });
  axes.push({ key: 'class', name: 'true class', of: null });
  return axes;
}

/** How an axis of one column alone is labelled whose values have names. */
function namesAlong(column) {
  if (!column || (column.firstDay === undefined && !column.names)) return {};
  const named = (low, high) => Object.entries(column.names).map(([value, text]) => ({ value: Number(value), text }))
    .filter(({ value }) => low <= value && value <= high);
  const round = (low, high, about) => {
    if (!column.names) return dateTicks(column.firstDay, low, high, about);
    const found = named(low, high);
    const every = Math.ceil(found.length / about);
    return found.filter((_, place) => place % every === 0);
  };
  return { round, text: (value) => columnWord(column, value) };
}

/** One term: a strip. Two: the plane that they span. Three: the rule's value over its first term of more than two values. */
function firstAxes(node) {
  const { terms } = DATA.nodes[node].rule;
  if (terms.length < 3) return ['term-0', terms.length === 1 ? 'class' : 'term-1'];
  return [`term-${Math.max(terms.findIndex((term) => !isIndicator(onlyColumn(term))), 0)}`, 'value'];
}

/** Whether a column is 0 or 1: a category, or a gap. */
function isIndicator(column) {
  return column !== null && ['one of', 'none of', 'missing'].includes(column.value[0]);
}

/** The ends of a rule as its printed form has them, ±infinity where it has none. */
function printedEnds(node) {
  const { rule, printed } = DATA.nodes[node];
  const low = rule.low === null ? -Infinity : rule.low;
  const high = rule.high === null ? Infinity : rule.high;
  const ends = [low / printed.divisor, high / printed.divisor];
  return printed.divisor < 0 ? ends.reverse() : ends;
}

/** The rule's left-hand side as a·x + b·y in this view, or null where the two axes do not tell it. */
function sideOf(node, xKey, yKey) {
  if (xKey === 'value') return { a: 1, b: 0 };
  if (yKey === 'value') return { a: 0, b: 1 };
  const terms = axesOf(node).filter((axis) => axis.key.startsWith('term-'));
  const shown = terms.filter((axis) => axis.key === xKey || axis.key === yKey);
  if (shown.length < terms.length) return null;
  const weight = (key) => terms.find((axis) => axis.key === key)?.weight ?? 0;
  return xKey === yKey ? null : { a: weight(xKey), b: weight(yKey) };
}

const WIDE = 200; // times: then a strip is drawn over the logarithm
const FEW = 0.02; // of the values at either end do not make it wide: of evenly spread ones a few are near to zero

/** Whether a term, such as a product, has positive values of many orders of magnitude and the rule ends among them. */
function isWide(values, { a }, ends) {
  const sorted = [...values].sort((one, other) => one - other);
  const positive = [...sorted.slice(0, 1), ...ends.filter(Number.isFinite).map((end) => end / a)].every((value) => value > 0);
  const few = Math.floor(FEW * sorted.length);
  return values.length > 0 && positive && sorted.at(-1 - few) > WIDE * sorted[few];
}

/** The ends over the logarithm of the term, whose weight is a. */
function logarithmicEnds(ends, { a }) {
  const onAxis = ends.map((end) => (Number.isFinite(end) ? Math.log10(end / a) : end * Math.sign(a)));
  return a < 0 ? onAxis.reverse() : onAxis;
}

/** The part of a rectangle in which low ≤ a·x + b·y ≤ high. */
function clipBand({ a, b }, [low, high], { x, y }) {
  let corners = [[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]];
  if (high < Infinity) corners = clip(corners, ([u, v]) => high - (a * u + b * v));
  if (low > -Infinity) corners = clip(corners, ([u, v]) => a * u + b * v - low);
  return corners;
}

/** The part of a polygon where a linear function is not negative. */
function clip(corners, height) {
  const kept = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length];
    const [h, g] = [height(corner), height(next)];
    if (h >= 0) kept.push(corner);
    if (h * g < 0) kept.push([0, 1].map((k) => corner[k] + (h / (h - g)) * (next[k] - corner[k])));
  });
  return kept;
}

/** Where a·x + b·y equals an end, inside the rectangle: its points on the rim, two or none. */
function endLine({ a, b }, end, { x, y }) {
  const onRim = [];
  if (b !== 0) x.forEach((u) => onRim.push([u, (end - a * u) / b]));
  if (a !== 0) y.forEach((v) => onRim.push([(end - b * v) / a, v]));
  const inside = onRim.filter(([u, v]) => x[0] <= u && u <= x[1] && y[0] <= v && v <= y[1]);
  return inside.length > 1 ? [inside[0], inside[inside.length - 1]] : null;
}
