// The scatter of rows over a rule's terms, with zoom and a tooltip for each row.

const space = { node: 0, x: '', y: '', home: null, all: null, box: null, points: [], piles: [], selected: -1, drag: null };
const HIT = 14; // pixels around a mark that count as touching it

function startTermSpace() {
  const holder = byId('term-plot');
  space.holder = holder;
  space.svg = svgElement('svg', { class: 'scatter', tabindex: '0', role: 'application' });
  space.tip = element('div', { class: 'tooltip', role: 'status', hidden: '' });
  space.note = element('p', { class: 'note' });
  space.use = button('Use this row in “What if”', 'Use this row in the what-if panel', useSelected);
  space.use.disabled = true;
  const tools = element('p', { class: 'tools' },
    button('+', 'Zoom in', () => zoom(1 / 1.5)), button('−', 'Zoom out', () => zoom(1.5)),
    button('All', 'Show all rows', showAll), space.use);
  holder.append(classKey(), element('div', { class: 'plot-area' }, space.svg, space.tip), tools, space.note);
  listen(space.svg);
  showNode(ruleNodes[0]);
  redrawOnResize(holder, drawSpace);
}

function showNode(node) {
  space.node = node;
  [space.x, space.y] = firstAxes(node);
  showTools();
  showAxes();
}

function showTools() {
  const axes = axesOf(space.node);
  const options = (without) => axes.filter((axis) => axis.key !== without).map(({ key, name }) => [key, name]);
  const rules = chooser('term-rule', 'Rule', ruleChoices(), String(space.node), (value) => showNode(Number(value)));
  const across = chooser('term-across', 'Across', options('class'), space.x, (value) => { space.x = value; showAxes(); });
  const up = chooser('term-up', 'Up', options(), space.y, (value) => { space.y = value; showAxes(); });
  byId('term-tools').replaceChildren(...(ruleNodes.length > 1 ? [rules] : []), across, up);
}

/** Place the rows that come by the node on the chosen axes. */
function showAxes() {
  const axes = axesOf(space.node);
  const [x, y] = [space.x, space.y].map((key) => axes.find((axis) => axis.key === key));
  space.names = { x: x.name, y: y.name };
  space.texts = { x: x.text ?? short, y: y.text ?? short };
  space.round = { x: x.round, y: y.round };
  const { rows } = DATA;
  const { rule } = DATA.nodes[space.node];
  const here = rows.number.map((_, i) => i).filter((i) => isBelow(rows.leaf[i], space.node));
  const placed = here.map((i) => {
    const terms = termValues(rule, columnsOf(rows.values[i]));
    const [across, up] = [x.of(terms), y.of ? y.of(terms) : rows.truth[i]];
    return { row: i, x: across, y: up, values: [across, up] };
  });
  const drawable = placed.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
  placeRule(drawable);
  const [right, wrong] = [false, true].map((wanted) => drawable.filter((point) => isWrong(point.row) === wanted));
  space.points = [...right, ...wrong];  // the misclassified ones on top
  space.piles = pilesOf(space.points, countedPlaces(x, y), !y.of);
  space.lost = placed.length - space.points.length;
  Object.assign(space, viewBoxes(space));
  space.note.replaceChildren(...noteOn(placed.length));
  select(-1);
  show(space.home);
}

/** Counts of all rows by place and class on the axes, where the rows of the rule are at few places; null elsewhere. */
function countedPlaces(x, y) {
  const places = DATA.places[space.node];
  if (!places) return null;
  const across = space.isWide ? (terms) => Math.log10(x.of(terms)) : x.of;
  return places.flatMap(({ terms, byClass, wrong }) => byClass.map((count, label) => (
    { x: across(terms), y: y.of ? y.of(terms) : label, label, count, wrong: wrong[label] })).filter(({ count }) => count));
}

/** Where the rule's ends lie on the chosen axes; they and the rows go over to logarithms in a wide strip. */
function placeRule(points) {
  space.side = sideOf(space.node, space.x, space.y);
  space.ends = printedEnds(space.node);
  const isStrip = space.side !== null && space.y === 'class' && !space.round.x;
  space.isWide = isStrip && isWide(points.map((point) => point.x), space.side, space.ends);
  if (!space.isWide) return;
  for (const point of points) point.x = Math.log10(point.x);
  space.ends = logarithmicEnds(space.ends, space.side);
  space.side = { a: 1, b: 0 };
}

/** What there is to say of the rows at the rule; on paper nothing that asks for a click. */
function noteOn(n) {
  const drawn = DATA.rows.number.length < DATA.nRows ? 'drawn ' : '';
  const parts = [`${whole(n)} ${drawn}row${n === 1 ? '' : 's'} at this rule.`];
  if (space.lost) parts.push(` ${space.lost} of them have a gap or no finite number here and are not drawn.`);
  const { x, y } = space.home;
  const far = space.points.filter((point) => point.x < x[0] || point.x > x[1] || point.y < y[0] || point.y > y[1]).length;
  if (far) parts.push(` ${whole(far)} of them ${far === 1 ? 'lies' : 'lie'} outside the first view`, onScreen('; “All” shows them'), '.');
  if (!space.side) parts.push(' These two axes do not tell the rule’s value, so its border can’t be drawn here', onScreen(': choose the left-hand side of the rule as an axis'), '.');
  return parts;
}

const onScreen = (text) => element('span', { class: 'screen-only' }, text);

function show(box) {
  space.box = { x: [...box.x], y: [...box.y] };
  drawSpace();
}

const showAll = () => show(space.all);

function drawSpace() {
  const { svg, box } = space;
  const width = drawingWidth(space.holder);
  const height = Math.round(Math.min(470, Math.max(300, width * (onPaper ? 0.48 : 0.6))));
  const isStrip = space.y === 'class';
  const at = frame({ ...box, ...roundAxes(), yTicks: isStrip ? null : undefined, logX: space.isWide }, width, height);
  space.at = at;
  (isStrip ? spreadInStrip : spreadInPlane)(space.piles, at, sideKeeper(at));
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('aria-label', `Rows over ${space.names.x} and ${space.names.y}`);
  svg.classList.toggle('zoomed', isZoomed());
  const inside = svgElement('svg', { x: at.left, y: at.top, width: at.right - at.left, height: at.bottom - at.top,
    viewBox: `${at.left} ${at.top} ${at.right - at.left} ${at.bottom - at.top}` }, drawRule(at), drawPoints(at), ...drawCounts(space.piles, at));
  svg.replaceChildren(drawAxes(at, space.names), inside, ...drawStripNames(at));
  placeTip();
}

/** How ticks are found: as the axis says, and at whole numbers where all rows have whole numbers. */
function roundAxes() {
  const round = (key) => space.round[key] ?? (space.points.every((point) => Number.isInteger(point[key])) ? wholeTicks : ticks);
  return { roundX: round('x'), roundY: round('y') };
}

/** By how much rows that reach so far around a place must draw in so as to stay on their side of the rule. */
function sideKeeper(at) {
  if (!space.side) return () => 1;
  const { a, b } = space.side;
  const [slopeX, slopeY] = [a * (at.dataX(1) - at.dataX(0)), b * (at.dataY(1) - at.dataY(0))];
  const ends = space.ends.filter(Number.isFinite);
  return (x, y, reachX, reachY) => {
    const away = Math.min(...ends.map((end) => Math.abs(a * at.dataX(x) + b * at.dataY(y) - end)));
    return Math.min(1, (0.9 * away) / (Math.hypot(slopeX * reachX, slopeY * reachY) || 1));
  };
}

function drawStripNames(at) {
  if (space.y !== 'class') return [];
  return DATA.classes.map((name, k) => svgElement('text', { class: 'strip-name', x: at.left + 6, y: at.y(k + 0.42) + 4 }, name));
}

function drawRule(at) {
  const group = svgElement('g', { class: 'rule-region' });
  if (!space.side) return group;
  const corners = clipBand(space.side, space.ends, space.box);
  if (corners.length) group.append(svgElement('polygon', { points: corners.map(([u, v]) => `${at.x(u)},${at.y(v)}`).join(' ') }));
  for (const end of space.ends.filter(Number.isFinite)) {
    const line = endLine(space.side, end, space.box);
    if (line) {
      const [[x1, y1], [x2, y2]] = line.map(([u, v]) => [at.x(u), at.y(v)]);
      group.append(svgElement('line', { x1, y1, x2, y2 }));
    }
  }
  return group;
}

const isWrong = (row) => DATA.nodes[DATA.rows.leaf[row]].label !== DATA.rows.truth[row];

function drawPoints(at) {
  const group = svgElement('g');
  space.points.forEach((point, i) => {
    const { px, py, pile, row } = point;
    if (px < at.left - 9 || px > at.right + 9 || py < at.top - 9 || py > at.bottom + 9) return;
    const transform = `translate(${px.toFixed(1)} ${py.toFixed(1)})`;
    const isRinged = isWrong(row) && !pile.isMany;  // rings around many rows at one place would hide them
    if (isRinged) group.append(svgElement('circle', { class: 'wrong-ring', r: 7.5, transform }));
    const size = pile.size < 1 ? ` scale(${pile.size.toFixed(2)})` : '';
    const kind = pile.isMany ? ` small${isWrong(row) ? ' wrong' : ''}` : '';
    group.append(mark(DATA.rows.truth[row], { transform: transform + size, 'data-row': DATA.rows.number[row], 'data-i': i }, kind));
  });
  if (space.selected >= 0) {
    const { px, py } = space.points[space.selected];
    group.append(svgElement('circle', { class: 'selected-ring', r: 9, cx: px, cy: py }));
  }
  return group;
}
