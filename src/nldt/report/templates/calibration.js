// Calibration: what probabilities say, and which share came true.

function startCalibration() {
  const holder = byId('calibration-plot');
  drawCalibration(holder);
  redrawOnResize(holder, () => drawCalibration(holder));
}

function drawCalibration(holder) {
  const at = unitFrame(holder);
  const bins = DATA.probabilities.calibration;
  const largest = Math.max(...bins.map(({ nRows }) => nRows));
  const marks = bins.flatMap(({ said, cameTrue, low, high, nRows }) => [
    svgElement('line', { class: 'interval', x1: at.x(said), x2: at.x(said), y1: at.y(low), y2: at.y(high) }),
    svgElement('circle', { class: 'bin', cx: at.x(said), cy: at.y(cameTrue), r: 3 + 5 * Math.sqrt(nRows / largest), 'data-rows': nRows },
      svgElement('title', {}, `said ${percent(said)}, came true ${percent(cameTrue)}, ${whole(nRows)} rows`)),
  ]);
  const names = { x: 'probability that was said', y: 'share that came true' };
  holder.replaceChildren(unitPlot(at, 'Calibration', names, marks));
}

/** The frame of a plot whose axes both go from 0 to 1. */
function unitFrame(holder) {
  const width = Math.min(460, drawingWidth(holder));
  const height = Math.round(width * 0.86);
  const fifths = ticks(0, 1, 5);
  return { ...frame({ x: [-0.02, 1.02], y: [-0.02, 1.02], xTicks: fifths, yTicks: fifths }, width, height), width, height };
}

function unitPlot(at, label, names, marks) {
  const diagonal = svgElement('line', { class: 'diagonal', x1: at.x(0), y1: at.y(0), x2: at.x(1), y2: at.y(1) });
  return svgElement('svg', { class: 'unit-chart', viewBox: `0 0 ${at.width} ${at.height}`, role: 'img', 'aria-label': label },
    drawAxes(at, names), diagonal, ...marks);
}
