// The frame of a plot: where data lie on the screen, and the ticks and names of both axes.

const MARGIN = { left: 62, right: 14, top: 14, bottom: 50 };

/** Maps from data to the screen and back; box is {x: [low, high], y: [low, high]} in data units. */
function frame(box, width, height) {
  const right = width - MARGIN.right;
  const bottom = height - MARGIN.bottom;
  const scale = (low, high, from, to) => (value) => from + ((value - low) / (high - low)) * (to - from);
  return {
    left: MARGIN.left, right, top: MARGIN.top, bottom,
    x: scale(...box.x, MARGIN.left, right),
    y: scale(...box.y, bottom, MARGIN.top),
    dataX: scale(MARGIN.left, right, ...box.x),
    dataY: scale(bottom, MARGIN.top, ...box.y),
  };
}

/** Grid lines, tick labels and axis names; an axis without ticks gives null. */
function drawAxes(at, box, names) {
  const group = svgElement('g', { class: 'axes', 'aria-hidden': 'true' });
  if (box.xTicks !== null) {
    const { values, digits } = box.xTicks ?? ticks(...box.x, Math.max(3, (at.right - at.left) / 90));
    for (const value of values) {
      const x = at.x(value);
      group.append(svgElement('line', { x1: x, x2: x, y1: at.top, y2: at.bottom }));
      group.append(svgElement('text', { x, y: at.bottom + 18, 'text-anchor': 'middle' }, short(value, digits)));
    }
  }
  if (box.yTicks !== null) {
    const { values, digits } = box.yTicks ?? ticks(...box.y, Math.max(3, (at.bottom - at.top) / 55));
    for (const value of values) {
      const y = at.y(value);
      group.append(svgElement('line', { x1: at.left, x2: at.right, y1: y, y2: y }));
      group.append(svgElement('text', { x: at.left - 8, y: y + 4, 'text-anchor': 'end' }, short(value, digits)));
    }
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

/** The width to draw at: that of the screen, so that text keeps its size. */
function drawingWidth(holder) {
  return Math.max(300, Math.round(holder.clientWidth) || 720);
}

/** Draw now and whenever the width changes. */
function redrawOnResize(holder, draw) {
  let width = drawingWidth(holder);
  new ResizeObserver(() => {
    if (drawingWidth(holder) !== width) {
      width = drawingWidth(holder);
      draw();
    }
  }).observe(holder);
}
