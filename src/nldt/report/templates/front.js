// The trade-off front of a node: complexity against impurity, alternatives, and the rule that is chosen from either.

const front = { shown: null, point: null, other: null }; // what the card shows: a point of the front, or an alternative

function startFronts() {
  front.holder = byId('front-plot');
  const options = DATA.fronts.map(({ node }, i) => [String(i), `${DATA.nodes[node].name}: ${DATA.nodes[node].printed.text}`]);
  if (options.length > 1) byId('front-tools').append(chooser('front-node', 'Node of', options, '0', (value) => showFront(Number(value))));
  showFront(0);
  redrawOnResize(front.holder, drawFront);
}

function showFront(i) {
  front.shown = DATA.fronts[i];
  showPoint(front.shown.chosen ?? 0);
}

function showPoint(i) {
  [front.point, front.other] = [i, null];
  showRule(front.shown.points[i], i === front.shown.chosen ? 'The rule of the tree' : 'Another rule of the front');
}

function showAlternative(i) {
  [front.point, front.other] = [null, i];
  const other = front.shown.alternatives[i];
  showRule(other, `Alternative ${i + 1}`, [
    ['bits more than the rule of the tree', number(other.bits, bitsText(other.bits))],
    ['training accuracy of this split alone', shareOf(other.trainingAccuracy)],
    ['training rows of the node parted alike', shareOf(other.agreement)],
  ]);
  byId('front-card').scrollIntoView({ block: 'nearest' });
}

function showRule(point, title, more = []) {
  const facts = [
    ['complexity', String(point.complexity)],
    [`impurity in training (${DATA.criterion})`, number(point.impurity)],
    ...more,
    ['accuracy of this split alone, rows of this report', shareOf(point.splitAccuracy)],
    ['accuracy of the tree with it, rows of this report', shareOf(point.treeAccuracy)],
  ];
  byId('front-card').replaceChildren(element('p', { class: 'rule-name' }, title), formula(point.printed), factTable(facts));
  drawFront();
  drawAlternatives(front.shown.alternatives, front.other, showAlternative);
}

function shareOf(share) {
  return share === null ? 'no rows' : number(share, percent(share, 2));
}

function drawFront() {
  const { points } = front.shown;
  const width = drawingWidth(front.holder);
  const height = Math.round(Math.min(340, Math.max(260, width * 0.62)));
  const complexities = points.map((point) => point.complexity);
  const impurities = points.map((point) => point.impurity);
  const [least, most] = [Math.min(...complexities) - 0.6, Math.max(...complexities) + 0.6];
  const step = Math.ceil((most - least) / 12);
  const labelled = complexities.filter((c) => (c - complexities[0]) % step === 0);
  const xTicks = labelled.map((value) => ({ value, text: String(value) }));
  const box = { x: [least, most], y: impurityRange(impurities), xTicks };
  const at = frame(box, width, height);
  const line = points.map((point, i) => `${i ? 'L' : 'M'}${at.x(point.complexity)} ${at.y(point.impurity)}`).join('');
  const svg = svgElement('svg', { class: 'front-chart', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Trade-off front' },
    drawAxes(at, { x: 'complexity', y: `impurity in training (${DATA.criterion})` }),
    svgElement('path', { class: 'front-line', d: line }), ...points.map((point, i) => frontMark(point, i, at)));
  replaceChart(front.holder, svg, front.point);
}

/** From zero on, unless that would press all points together. */
function impurityRange(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const start = low > 0.4 * high && high > low ? low - 0.25 * (high - low) : 0;
  const top = high + 0.12 * (high - start) || 0.1;
  return [start - 0.04 * (top - start), top];
}

function frontMark(point, i, at) {
  const chosen = i === front.shown.chosen;
  const label = `Complexity ${point.complexity}, impurity ${short(point.impurity)}${chosen ? ', the rule of the tree' : ''}`;
  const place = { x: at.x(point.complexity), y: at.y(point.impurity) };
  return choiceMark(i, place, label, { chosen, shown: i === front.point }, showPoint);
}
