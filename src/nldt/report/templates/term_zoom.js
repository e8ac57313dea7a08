// Zooming and moving the view of the term space.

const isZoomed = () => space.box.x[0] !== space.home.x[0] || space.box.x[1] !== space.home.x[1]
  || space.box.y[0] !== space.home.y[0] || space.box.y[1] !== space.home.y[1];

/** Widen the box by a factor around a point, the middle where none is given. */
function zoom(factor, x = (space.box.x[0] + space.box.x[1]) / 2, y = (space.box.y[0] + space.box.y[1]) / 2) {
  const widen = ([low, high], middle) => [middle + (low - middle) * factor, middle + (high - middle) * factor];
  const next = { x: widen(space.box.x, x), y: space.y === 'class' ? space.box.y : widen(space.box.y, y) };
  const share = (next.x[1] - next.x[0]) / (space.home.x[1] - space.home.x[0]);
  if (share < 1e-6 || share > 50) return;
  space.box = next;
  drawSpace();
}

function move(byX, byY) {
  const shift = ([low, high], by) => [low + by * (high - low), high + by * (high - low)];
  space.box = { x: shift(space.box.x, byX), y: space.y === 'class' ? space.box.y : shift(space.box.y, byY) };
  drawSpace();
}
