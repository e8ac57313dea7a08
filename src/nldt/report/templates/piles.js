// Rows that share a place: spread around it so that each is seen, and counted where they are many.

const MANY = 10; // rows at one place that are counted in words
const CROWDED = 5; // rows at a place on the mean: then all are drawn alike
const APART = 4.5; // pixels between spread rows, at the most
const TURN = 2.399963; // the angle between neighbours of a sunflower's seeds
const FEW_PLACES = 24; // with more of them only the tooltip counts
const MOST_CLASSES_TOLD = 4;

/** Points by their place: {x, y, points, byClass, wrong}; counts of all rows come in `counted`, of those drawn otherwise. */
function pilesOf(points, counted, isStrip) {
  const piles = new Map();
  const isExact = counted !== null || DATA.rows.number.length === DATA.nRows;
  const pileAt = (x, y) => {
    const key = `${x} ${y}`;
    if (!piles.has(key)) piles.set(key, { x, y, points: [], byClass: DATA.classes.map(() => 0), wrong: 0, isExact });
    return piles.get(key);
  };
  for (const point of points) pileAt(point.x, point.y).points.push(point);
  for (const pile of piles.values()) for (const point of pile.points) point.pile = pile;
  const entries = counted ?? points.map((point) => ({ x: point.x, y: point.y, label: DATA.rows.truth[point.row], count: 1, wrong: Number(isWrong(point.row)) }));
  for (const { x, y, label, count, wrong } of entries) {
    const pile = pileAt(x, y);
    pile.byClass[label] += count;
    pile.wrong += wrong;
  }
  const found = [...piles.values()].filter((pile) => pile.points.length);
  const isCrowded = !isStrip && points.length >= CROWDED * found.length;
  for (const pile of found) {
    pile.total = pile.byClass.reduce((sum, count) => sum + count, 0);
    pile.isCounted = pile.points.length >= MANY && found.length <= FEW_PLACES;
    pile.isMany = pile.isCounted || isCrowded || (!isStrip && pile.points.length >= MANY);
    pile.points.sort((p, q) => isWrong(p.row) - isWrong(q.row) || DATA.rows.truth[p.row] - DATA.rows.truth[q.row] || p.row - q.row);
  }
  return found;
}

/** The least distance on the screen between two values that piles have on an axis. */
function leastGap(values) {
  const sorted = [...new Set(values)].sort((p, q) => p - q);
  return Math.min(...sorted.slice(1).map((value, i) => value - sorted[i]), Infinity);
}

/**
 * Give each point its place on the screen: around its pile, like a sunflower's seeds, within the room that the values on
 * both axes leave. Areas compare as numbers do.
 */
function spreadInPlane(piles, at, keepSide) {
  const most = 0.13 * (at.bottom - at.top);
  const [roomX, roomY] = [piles.map((pile) => at.x(pile.x)), piles.map((pile) => at.y(pile.y))].map((values) => Math.min(most, 0.42 * leastGap(values)));
  const largest = Math.max(1, ...piles.map((pile) => pile.points.length));
  const apart = Math.min(APART, Math.sqrt((roomX * roomY) / largest));
  for (const pile of piles) {
    const [x, y, n] = [at.x(pile.x), at.y(pile.y), pile.points.length];
    const area = apart * apart * n;
    const narrow = Math.min(Math.sqrt(area), roomX, roomY);
    const wide = Math.max(narrow, Math.min(area / (narrow || 1), Math.max(roomX, roomY)));
    const least = pile.isMany ? 0.5 : Math.min(2.5, 2.5 * (n - 1)) * Math.sqrt(n);
    const wanted = (roomX < roomY ? [narrow, wide] : [wide, narrow]).map((reach) => Math.max(reach, least));
    const [reachX, reachY] = wanted.map((reach) => reach * keepSide(x, y, ...wanted));
    pile.reach = reachX;
    pile.size = pile.isMany ? Math.min(1, Math.max(0.25, Math.sqrt((reachX * reachY) / n) / APART)) : 1;
    pile.points.forEach((point, k) => {
      point.px = x + reachX * Math.sqrt(k / n) * Math.cos(k * TURN);
      point.py = y + reachY * Math.sqrt(k / n) * Math.sin(k * TURN);
    });
  }
}

/** In a strip rows fill the band of their class, and are spread to both sides where many have one value. */
function spreadInStrip(piles, at, keepSide) {
  const room = Math.min(64, 0.4 * leastGap(piles.map((pile) => at.x(pile.x))));
  const band = 0.7 * Math.abs(at.y(1) - at.y(0));
  for (const pile of piles) {
    const [x, n] = [at.x(pile.x), pile.points.length];
    const wanted = n > 1 ? Math.min(room, (n * 45) / band / 2) : 0;
    pile.reach = wanted * keepSide(x, at.y(pile.y), wanted, 0);
    pile.size = pile.isMany ? Math.min(1, Math.max(0.35, Math.sqrt((2 * pile.reach * band) / n) / 6)) : 1;
    pile.points.forEach((point) => {
      const number = DATA.rows.number[point.row] + 1;
      point.px = x + pile.reach * (2 * ((number * 0.7548776662) % 1) - 1);
      point.py = at.y(pile.y + 0.7 * ((number * 0.6180339887) % 1) - 0.35);
    });
  }
}

/** "800 no, 249 yes": the most frequent classes of a pile. */
function classesText(pile) {
  const present = pile.byClass.map((count, label) => [count, label]).filter(([count]) => count).sort(([p], [q]) => q - p);
  const told = present.slice(0, MOST_CLASSES_TOLD).map(([count, label]) => `${whole(count)} ${DATA.classes[label]}`);
  const rest = present.slice(MOST_CLASSES_TOLD).reduce((sum, [count]) => sum + count, 0);
  return [...told, ...(rest ? [`${whole(rest)} others`] : [])].join(', ');
}

/** The counts of a pile, for its tooltip. */
function pileText(pile) {
  const wrong = pile.wrong ? `${whole(pile.wrong)} misclassified` : 'none misclassified';
  return `One of ${whole(pile.total)} ${pile.isExact ? 'rows' : 'drawn rows'} at this place: ${classesText(pile)}; ${wrong}.`;
}

/** How many rows there are, beside each pile of many; where words would hide each other only beside the larger ones. */
function drawCounts(piles, at) {
  const taken = [];
  const isFree = (box) => taken.every((other) => box.right < other.left || other.right < box.left || box.bottom < other.top || other.bottom < box.top);
  return piles.filter((pile) => pile.isCounted).sort((p, q) => q.total - p.total).flatMap((pile) => {
    const lines = countLines(pile);
    const isLeft = at.x(pile.x) < (at.left + at.right) / 2;
    const x = at.x(pile.x) + (isLeft ? 1 : -1) * (pile.reach + 9);
    const y = Math.min(at.bottom - 26, Math.max(at.top + 12, at.y(pile.y) - 10));
    const wide = DIGIT * Math.max(...lines.map(([text]) => text.length));
    const box = { left: isLeft ? x : x - wide, right: isLeft ? x + wide : x, top: y - 12, bottom: y + 15 * lines.length - 12 };
    if (at.x(pile.x) < at.left || at.x(pile.x) > at.right || !isFree(box)) return [];
    taken.push(box);
    return [svgElement('text', { class: 'pile-count', 'text-anchor': isLeft ? 'start' : 'end', y },
      ...lines.map(([text, kind], i) => svgElement('tspan', { x, dy: i ? '1.25em' : 0, class: kind }, text)))];
  });
}

/** The lines beside a pile, each with its kind. */
function countLines(pile) {
  const lines = [[`${whole(pile.total)} ${pile.isExact ? 'rows' : 'drawn'}`, 'pile-total']];
  if (pile.byClass.filter(Boolean).length > 1) lines.push([classesText(pile), '']);
  return [...lines, [`${pile.wrong ? whole(pile.wrong) : 'none'} wrong`, pile.wrong ? 'pile-wrong' : '']];
}
