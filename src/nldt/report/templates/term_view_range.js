// Which part of its axes the term space shows at first, and which part holds all rows.

const FAR = 3.5; // times the range of the central 96 % of the rows: beyond it an axis may be cut
const WORTH_CUTTING = 0.7; // of its length: a cut that leaves more is not worth a hidden row
const MARGIN_SHARE = 0.05; // of the range
const PILE_ROOM = 0.22; // the same where rows are spread around few places

/** The range of all values, with the rule's ends where they are not far away, and a margin. */
function fullRange(values, ends, margin) {
  let [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const width = high - low;
  for (const end of ends) {
    if (end < low && low - end <= width) low = end;
    if (end > high && end - high <= width) high = end;
  }
  const pad = (high - low) * margin || Math.abs(low) * 0.1 || 1;
  return [low - pad, high + pad];
}

/** The full range, cut where it is much longer than what the central 96 % of the values need; pictures do the same. */
function centralRange(values, full) {
  const sorted = [...values].sort((p, q) => p - q);
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(0.02), at(0.98)];
  const reach = ((high - low) * (FAR - 1)) / 2;
  if (!(reach > 0)) return full;
  const cut = [Math.max(full[0], low - reach), Math.min(full[1], high + reach)];
  return cut[1] - cut[0] < WORTH_CUTTING * (full[1] - full[0]) ? cut : full;
}

/** What is shown at first, and what shows all rows: boxes {x, y}. */
function viewBoxes({ points, piles, side, ends, y: up }) {
  const finite = ends.filter(Number.isFinite);
  const { a = 0, b = 0 } = side ?? {};
  const along = (factor, other) => (other === 0 && factor !== 0 ? finite.map((end) => end / factor) : []);
  const isPiled = piles.some((pile) => pile.isMany);
  const margin = (values) => Math.max(MARGIN_SHARE, isPiled ? Math.min(PILE_ROOM, 0.45 / (new Set(values).size - 1)) : 0);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const strip = up === 'class' ? [-0.5, DATA.classes.length - 0.5] : null;
  const all = { x: fullRange(xs, along(a, b), margin(xs)), y: strip ?? fullRange(ys, along(b, a), margin(ys)) };
  const central = { x: centralRange(xs, all.x), y: strip ?? centralRange(ys, all.y) };
  const shown = (end) => side === null || endLine(side, end, central) !== null;
  return { all, home: finite.every((end) => shown(end) || endLine(side, end, all) === null) ? central : all };
}
