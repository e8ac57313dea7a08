// A point of a chart that can be chosen by a click, by Enter or by the space bar.

/** place: {x, y} on the screen; chosen: whether the model has it; shown: whether it is shown beside the chart. */
function choiceMark(i, place, label, { chosen, shown }, onChoose) {
  const made = svgElement('g', { class: `front-point${chosen ? ' chosen' : ''}`, tabindex: '0', role: 'button', 'data-point': i,
    'aria-label': label, 'aria-pressed': String(shown), transform: `translate(${place.x} ${place.y})` },
  svgElement('title', {}, label), svgElement('circle', { class: 'touch', r: 18 }), svgElement('circle', { class: 'halo', r: 12 }), svgElement('circle', { class: 'dot', r: 6 }));
  made.addEventListener('click', (event) => {
    const mark = event.detail === 0 ? made : nearestMark(made, event); // 0: no pointer has clicked
    mark.focus({ preventScroll: true });
    onChoose(Number(mark.dataset.point));
  });
  made.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(i);
    }
  });
  return made;
}

/** Of points that lie close to each other the one that a click is nearest to, whichever is on top. */
function nearestMark(made, { clientX, clientY }) {
  const distance = (mark) => {
    const { x, y, width, height } = mark.querySelector('.dot').getBoundingClientRect();
    return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
  };
  const marks = [made, ...made.ownerSVGElement.querySelectorAll('.front-point')];
  return marks.reduce((nearest, mark) => (distance(mark) < distance(nearest) ? mark : nearest));
}

/** A chart in its place; the point that had the focus has it again. */
function replaceChart(holder, svg, point) {
  const focused = holder.contains(document.activeElement);
  holder.replaceChildren(svg);
  if (focused) svg.querySelector(`[data-point="${point}"]`).focus({ preventScroll: true });
}

/** Facts about what is chosen: a table of names and values. */
function factTable(facts) {
  const rows = facts.map(([name, value]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value)));
  return element('table', {}, element('tbody', {}, ...rows));
}
