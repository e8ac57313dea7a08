// The frame of a plot: where data lie on the screen, and the ticks and names of both axes.

const MARGIN = { right: 14, top: 14, bottom: 50 };
const DIGIT = 7; // pixels that a character of a tick takes

/**
 * Where things lie: maps from data to the screen and back, and the ticks of both axes.
 * box is {x: [low, high], y: [low, high]} in data units; xTicks and yTicks of their own, or null for none; logX where x is
 * a logarithm to the base of ten; roundX and roundY: how round numbers are found on an axis where it shows something else.
 */
function frame(box, width, height) {
  const [right, bottom] = [width - MARGIN.right, height - MARGIN.bottom];
  const yTicks = box.yTicks === undefined ? (box.roundY ?? ticks)(...box.y, Math.max(3, (bottom - MARGIN.top) / 55)) : box.yTicks;
  const left = 32 + DIGIT * Math.max(0, ...(yTicks ?? []).map(({ text }) => text.length));
  const round = box.logX ? logarithmicTicks : box.roundX ?? ticks;
  const xTicks = box.xTicks === undefined ? round(...box.x, Math.max(3, (right - left) / 90)) : box.xTicks;
  const scale = (low, high, from, to) => (value) => from + ((value - low) / (high - low)) * (to - from);
  return {
    left, right, top: MARGIN.top, bottom, xTicks: xTicks ?? [], yTicks: yTicks ?? [],
    x: scale(...box.x, left, right),
    y: scale(...box.y, bottom, MARGIN.top),
    dataX: scale(left, right, ...box.x),
    dataY: scale(bottom, MARGIN.top, ...box.y),
  };
}

/** Grid lines, tick labels and the names of both axes. */
function drawAxes(at, names) {
  const group = svgElement('g', { class: 'axes', 'aria-hidden': 'true' });
  for (const { value, text } of at.xTicks) {
    const x = at.x(value);
    group.append(svgElement('line', { x1: x, x2: x, y1: at.top, y2: at.bottom }));
    group.append(svgElement('text', { x, y: at.bottom + 18, 'text-anchor': 'middle' }, text));
  }
  for (const { value, text } of at.yTicks) {
    const y = at.y(value);
    group.append(svgElement('line', { x1: at.left, x2: at.right, y1: y, y2: y }));
    group.append(svgElement('text', { x: at.left - 8, y: y + 4, 'text-anchor': 'end' }, text));
  }
  group.append(axisName(names.x, (at.left + at.right) / 2, at.bottom + 42, 0, at.right - at.left));
  group.append(axisName(names.y, 14, (at.top + at.bottom) / 2, -90, at.bottom - at.top));
  return group;
}

/** A name that is cut where it would leave the plot; its tooltip has it in full. */
function axisName(name, x, y, angle, room) {
  const most = Math.max(8, Math.floor(room / 7));
  const text = name.length > most ? `${name.slice(0, most - 1)}…` : name;
  const attributes = { class: 'axis-name', 'text-anchor': 'middle', transform: `translate(${x} ${y}) rotate(${angle})` };
  return svgElement('text', attributes, svgElement('title', {}, name), text);
}

const PAPER_WIDTH = 660; // pixels between the margins of a sheet
const drawings = [];
let onPaper = false;

/** The width to draw at: that of the screen, or its share of a sheet of paper, so that text keeps its size. */
function drawingWidth(holder) {
  const width = onPaper ? (PAPER_WIDTH * holder.clientWidth) / byId('content').clientWidth : holder.clientWidth;
  return Math.max(300, Math.round(width) || 720);
}

/** Draw now and whenever the width changes, on paper too. */
function redrawOnResize(holder, draw) {
  drawings.push(draw);
  let width = drawingWidth(holder);
  new ResizeObserver(() => {
    if (!onPaper && drawingWidth(holder) !== width) {
      width = drawingWidth(holder);
      draw();
    }
  }).observe(holder);
}

for (const [event, isPaper] of [['beforeprint', true], ['afterprint', false]]) {
  window.addEventListener(event, () => {
    onPaper = isPaper;
    drawings.forEach((draw) => draw());
  });
}
