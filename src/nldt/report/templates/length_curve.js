// The length curve: accuracy against rule length, and the model of the chosen point.

const LONG = 12; // lengths beyond this are drawn on a logarithmic axis, on which short models are not squeezed
const lengthCurve = { point: 0 };

function startLengthCurve() {
  lengthCurve.holder = byId('length-plot');
  showLength(DATA.path.chosen ?? 0);
  redrawOnResize(lengthCurve.holder, drawLengthCurve);
}

function showLength(i) {
  lengthCurve.point = i;
  const point = DATA.path.points[i];
  const estimate = `${percent(point.accuracy, 2)} ± ${(100 * point.standardError).toFixed(2)}`;
  const facts = [
    ['rule length', String(point.length)],
    ['price', short(point.price)],
    ...(point.maxLength === null ? [] : [['held to length', String(point.maxLength)]]),
    [`${DATA.path.accuracyTitle} of models made in the same way (${DATA.path.nFolds} folds)`, number(point.accuracy, estimate)],
    ['training accuracy', number(point.trainingAccuracy, percent(point.trainingAccuracy, 2))],
  ];
  const title = i === DATA.path.chosen ? 'The model of this report' : 'Another model';
  byId('length-card').replaceChildren(element('p', { class: 'rule-name' }, title), ...smallTree(point), factTable(facts));
  drawLengthCurve();
}

/** The rules of a model, each with what follows from it. */
function smallTree({ rules, nRules, label, definitions }) {
  if (nRules === 0) return [element('p', {}, 'No rule: every row is answered ', className(label))];
  const follows = (outcome) => (outcome.rule ? outcome.rule : className(outcome.label));
  const items = rules.map(({ printed, ifSo, otherwise }, i) => element('li', {},
    ...(nRules > 1 ? [element('span', { class: 'rule-name' }, `Rule ${i + 1}`)] : []), formula(printed),
    element('p', { class: 'outcome' }, element('span', {}, 'If so: ', follows(ifSo)), ' ', element('span', {}, 'Otherwise: ', follows(otherwise)))));
  const found = [element('ol', { class: 'small-rules' }, ...items)];
  if (nRules > rules.length) found.push(element('p', { class: 'note' }, `and ${nRules - rules.length} more rules`));
  if (definitions.length) found.push(element('ul', { class: 'legend' }, ...definitions.map((one) => element('li', {}, mathTree(one)))));
  return found;
}

function drawLengthCurve() {
  const { points, leastWithin, chosen } = DATA.path;
  const width = drawingWidth(lengthCurve.holder);
  const height = Math.round(Math.min(360, Math.max(280, width * 0.66)));
  const longest = Math.max(...points.map(({ length }) => length));
  const place = longest > LONG ? (length) => Math.log2(1 + length) : (length) => length;
  const at = frame({ ...lengthBox(points, place, longest), y: accuracyRange(points, leastWithin) }, width, height);
  const line = (name, value) => svgElement('path', { class: name,
    d: points.map((point, i) => `${i ? 'L' : 'M'}${at.x(place(point.length))} ${at.y(100 * value(point))}`).join('') });
  const bars = points.map(({ length, accuracy, standardError }) => svgElement('line', { class: 'interval', x1: at.x(place(length)),
    x2: at.x(place(length)), y1: at.y(100 * (accuracy - standardError)), y2: at.y(100 * (accuracy + standardError)) }));
  const marks = points.map((point, i) => choiceMark(i, { x: at.x(place(point.length)), y: at.y(100 * point.accuracy) },
    lengthLabel(point, i === chosen), { chosen: i === chosen, shown: i === lengthCurve.point }, showLength));
  const within = svgElement('line', { class: 'diagonal', x1: at.left, x2: at.right, y1: at.y(100 * leastWithin), y2: at.y(100 * leastWithin) });
  const svg = svgElement('svg', { class: 'front-chart', viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Accuracy against length' },
    drawAxes(at, { x: 'rule length', y: 'accuracy (%)' }), within, line('training-line', (point) => point.trainingAccuracy),
    line('front-line', (point) => point.accuracy), ...bars, ...marks);
  replaceChart(lengthCurve.holder, svg, lengthCurve.point);
  lengthCurve.holder.append(lengthKey());
}

function lengthLabel({ length, accuracy, standardError }, chosen) {
  const estimate = `${percent(accuracy, 2)} ${DATA.path.judged}, standard error ${(100 * standardError).toFixed(2)}`;
  return `Length ${length}, ${estimate}${chosen ? ', the model of this report' : ''}`;
}

/** The horizontal axis: all lengths that fit, or of long ones round numbers. */
function lengthBox(points, place, longest) {
  const shortest = Math.min(...points.map(({ length }) => length));
  const round = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const every = Array.from({ length: longest - shortest + 1 }, (_, i) => shortest + i);
  const labelled = longest > LONG ? round.filter((length) => length >= shortest && length <= longest) : every;
  const room = 0.05 * (place(longest) - place(shortest)) || 0.6;
  return { x: [place(shortest) - room, place(longest) + room], xTicks: labelled.map((length) => ({ value: place(length), text: String(length) })) };
}

function accuracyRange(points, leastWithin) {
  const all = points.flatMap(({ accuracy, standardError, trainingAccuracy }) => [accuracy - standardError, accuracy + standardError, trainingAccuracy]);
  const [low, high] = [100 * Math.min(...all, leastWithin), 100 * Math.max(...all)];
  const room = 0.06 * (high - low) || 1;
  return [low - room, high + room];
}

function lengthKey() {
  const sample = (name) => svgElement('svg', { viewBox: '0 0 24 8', width: 24, height: 8, 'aria-hidden': 'true' },
    svgElement('path', { class: name, d: 'M0 4H24' }));
  const items = [['front-line', `${DATA.path.judged}, ± one standard error`], ['training-line', 'on training rows'], ['diagonal', 'best less one standard error']];
  return element('ul', { class: 'class-key' }, ...items.map(([name, text]) => element('li', {}, sample(name), text)));
}
