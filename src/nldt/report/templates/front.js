// The trade-off front of a node: complexity against impurity, and the rule of the chosen point.

const front = { shown: null, point: 0 };

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
  front.point = i;
  const point = front.shown.points[i];
  const fact = (name, value) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value));
  const facts = [
    fact('complexity', String(point.complexity)),
    fact(`impurity in training (${DATA.criterion})`, number(point.impurity)),
    fact('accuracy of this split alone', shareOf(point.splitAccuracy)),
    fact('accuracy of the tree with it', shareOf(point.treeAccuracy)),
  ];
  const title = i === front.shown.chosen ? 'The rule of the tree' : 'An alternative rule';
  byId('front-card').replaceChildren(element('p', { class: 'rule-name' }, title), formula(point.printed),
    element('table', {}, element('tbody', {}, ...facts)));
  drawFront();
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
  const focused = front.holder.contains(document.activeElement);
  front.holder.replaceChildren(svg);
  if (focused) svg.querySelector(`[data-point="${front.point}"]`).focus({ preventScroll: true });
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
  const made = svgElement('g', { class: `front-point${chosen ? ' chosen' : ''}`, tabindex: '0', role: 'button', 'data-point': i,
    'aria-label': label, 'aria-pressed': String(i === front.point), transform: `translate(${at.x(point.complexity)} ${at.y(point.impurity)})` },
  svgElement('title', {}, label), svgElement('circle', { class: 'touch', r: 18 }), svgElement('circle', { class: 'halo', r: 12 }), svgElement('circle', { class: 'dot', r: 6 }));
  made.addEventListener('click', () => { made.focus({ preventScroll: true }); showPoint(i); });
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      showPoint(i);
    }
  });
  return made;
}
