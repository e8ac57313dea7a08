// Mouse, touch and keyboard on the term space.

/** The pointer's place in the drawing's own units. */
function place(event) {
  const area = space.svg.getBoundingClientRect();
  const scale = space.svg.viewBox.baseVal.width / area.width;
  return [(event.clientX - area.left) * scale, (event.clientY - area.top) * scale];
}

function nearest([x, y]) {
  let best = -1;
  let least = HIT * HIT;
  space.points.forEach((point, i) => {
    const distance = (point.px - x) ** 2 + (point.py - y) ** 2;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

function listen(svg) {
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== svg) return;  // the page scrolls
    event.preventDefault();
    const [x, y] = place(event);
    zoom(event.deltaY < 0 ? 1 / 1.25 : 1.25, space.at.dataX(x), space.at.dataY(y));
  }, { passive: false });
  svg.addEventListener('pointerdown', (event) => {
    const at = place(event);
    select(nearest(at));
    space.drag = event.pointerType === 'mouse' || isZoomed() ? at : null;
    if (space.drag) svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => (space.drag ? dragTo(place(event)) : hover(event)));
  for (const end of ['pointerup', 'pointercancel']) svg.addEventListener(end, () => { space.drag = null; });
  svg.addEventListener('keydown', onKey);
}

function hover(event) {
  const i = nearest(place(event));
  if (event.pointerType === 'mouse' && i !== space.selected && i >= 0) select(i);
}

function dragTo([x, y]) {
  const { at, drag } = space;
  space.drag = [x, y];
  move((drag[0] - x) / (at.right - at.left), (y - drag[1]) / (at.bottom - at.top));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = (by) => select((Math.max(space.selected, by > 0 ? -1 : 0) + by + space.points.length) % space.points.length);
  const actions = {
    '+': () => zoom(1 / 1.5), '=': () => zoom(1 / 1.5), '-': () => zoom(1.5), 0: showAll,
    ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, 0.1), ArrowDown: () => move(0, -0.1),
    n: () => step(1), p: () => step(-1), Escape: () => select(-1),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || (!space.points.length && 'np'.includes(event.key))) return;
  event.preventDefault();
  action();
}
