// The scatter of rows over a rule's terms, with zoom and a tooltip for each row.

const space = { node: 0, x: '', y: '', home: null, box: null, points: [], selected: -1, drag: null };
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
  const here = rows.number.map((_, i) => i).filter((i) => isBelow(rows.leaf[i], space.node));
  const placed = here.map((i) => {
    const columns = columnsOf(rows.values[i]);
    const [across, up] = [x.of(columns), y.of ? y.of(columns) : strip(i)];
    return { row: i, x: across, y: up, values: [across, up] };
  });
  const drawable = placed.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
  placeRule(drawable);
  const [right, wrong] = [false, true].map((wanted) => drawable.filter((point) => isWrong(point.row) === wanted));
  space.points = [...right, ...wrong];  // the misclassified ones on top
  space.lost = placed.length - space.points.length;
  space.home = homeBox();
  space.note.textContent = noteText(placed.length);
  select(-1);
  showAll();
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

/** In a strip a row lies by its class, spread by its number so that rows do not hide each other. */
function strip(i) {
  return DATA.rows.truth[i] + 0.7 * (((DATA.rows.number[i] + 1) * 0.6180339887) % 1) - 0.35;
}

function noteText(n) {
  const parts = [`${n} row${n === 1 ? '' : 's'} at this rule.`];
  if (space.lost) parts.push(`${space.lost} of them have no finite place here and are not drawn; they go right.`);
  if (!space.side) parts.push('These two axes do not tell the rule’s value, so its border can’t be drawn here: choose the left-hand side of the rule as an axis.');
  return parts.join(' ');
}

function homeBox() {
  const range = (values, ends) => {
    let [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
    const width = high - low;
    for (const end of ends) {  // the border belongs into the picture unless it is far away
      if (end < low && low - end <= width) low = end;
      if (end > high && end - high <= width) high = end;
    }
    const pad = (high - low) * 0.05 || Math.abs(low) * 0.1 || 1;
    return [low - pad, high + pad];
  };
  const ends = space.ends.filter(Number.isFinite);
  const along = (factor, other) => (space.side && other === 0 && factor !== 0 ? ends.map((end) => end / factor) : []);
  const y = space.y === 'class' ? [-0.5, DATA.classes.length - 0.5] : null;
  const { a = 0, b = 0 } = space.side ?? {};
  return {
    x: range(space.points.map((point) => point.x), along(a, b)),
    y: y ?? range(space.points.map((point) => point.y), along(b, a)),
  };
}

function showAll() {
  space.box = { x: [...space.home.x], y: [...space.home.y] };
  drawSpace();
}

function drawSpace() {
  const { svg, box } = space;
  const width = drawingWidth(space.holder);
  const height = Math.round(Math.min(470, Math.max(300, width * 0.6)));
  const at = frame({ ...box, yTicks: space.y === 'class' ? null : undefined, logX: space.isWide, roundX: space.round.x, roundY: space.round.y }, width, height);
  space.at = at;
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('aria-label', `Rows over ${space.names.x} and ${space.names.y}`);
  svg.classList.toggle('zoomed', isZoomed());
  const inside = svgElement('svg', { x: at.left, y: at.top, width: at.right - at.left, height: at.bottom - at.top,
    viewBox: `${at.left} ${at.top} ${at.right - at.left} ${at.bottom - at.top}` }, drawRule(at), drawPoints(at));
  svg.replaceChildren(drawAxes(at, space.names), inside, ...drawStripNames(at));
  placeTip();
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
    const [x, y] = [at.x(point.x), at.y(point.y)];
    if (x < at.left - 9 || x > at.right + 9 || y < at.top - 9 || y > at.bottom + 9) return;
    const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
    if (isWrong(point.row)) group.append(svgElement('circle', { class: 'wrong-ring', r: 7.5, transform }));
    group.append(mark(DATA.rows.truth[point.row], { transform, 'data-row': DATA.rows.number[point.row], 'data-i': i }));
  });
  if (space.selected >= 0) {
    const point = space.points[space.selected];
    group.append(svgElement('circle', { class: 'selected-ring', r: 9, cx: at.x(point.x), cy: at.y(point.y) }));
  }
  return group;
}
