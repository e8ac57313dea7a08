// ROC curves: how well the probability of a class ranks its rows before all others.

const MOST_CURVES = 8;

function startRoc() {
  const holder = byId('roc-plot');
  drawRoc(holder);
  redrawOnResize(holder, () => drawRoc(holder));
}

/** Of two classes the second one's curve; of more those of the classes with most rows that can be told apart. */
function rocClasses() {
  const { roc } = DATA.probabilities;
  const able = roc.map((_, label) => label).filter((label) => roc[label]);
  return DATA.classes.length === 2 ? able.filter((label) => label === 1) : able.slice(0, MOST_CURVES);
}

function drawRoc(holder) {
  const at = unitFrame(holder);
  const curves = rocClasses().map((label) => {
    const { area, corners } = DATA.probabilities.roc[label];
    const points = corners.map(([x, y]) => `${at.x(x).toFixed(1)},${at.y(y).toFixed(1)}`).join(' ');
    return svgElement('polyline', { class: `roc-curve ${colourOf(label)}`, points, 'data-area': area },
      svgElement('title', {}, `${DATA.classes[label]}: AUC ${area.toFixed(3)}`));
  });
  const key = rocClasses().map((label) => element('li', {}, element('i', { class: `swatch ${colourOf(label)}` }),
    `${DATA.classes[label]}: AUC ${DATA.probabilities.roc[label].area.toFixed(3)}`));
  holder.replaceChildren(
    unitPlot(at, 'ROC curves', { x: 'share of the other rows', y: 'share of the class' }, curves),
    element('ul', { class: 'class-key' }, ...key));
}
