// Numbers as people read them.

/** So many significant digits, without trailing zeros, with a true minus sign. */
function short(value, digits = 5) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'no number' : value > 0 ? '∞' : '−∞';
  const rounded = Number(value.toPrecision(digits));
  const text = Math.abs(rounded) < 1e9 ? String(rounded) : rounded.toExponential();
  return text.replace('e+', 'e').replaceAll('-', '−');
}

/** A count, with its thousands set apart by a space at which no line breaks. */
function whole(count) {
  const [digits, ...rest] = String(Number(count.toPrecision(10))).split('.');
  return [digits.replace(/\B(?=(\d{3})+$)/g, '\u202f'), ...rest].join('.');
}

/** A number with so many significant digits; whole ones, such as numbers of people, keep all of theirs. */
function fewDigits(value, digits = 8) {
  return Number.isInteger(value) ? value : Number(value.toPrecision(digits));
}

/** A value of a feature: a number, a date, or the name of its category. */
function valueText(j, value, digits = 8) {
  if (Number.isNaN(value)) return 'missing';
  if (DATA.dates[j]) return dateText(DATA.dates[j], value);
  const levels = DATA.levels[j];
  return levels ? levels[value] ?? 'another one' : short(value, digits);
}

function percent(share, digits = 1) {
  return share === null ? '–' : `${(100 * share).toFixed(digits)}\u202f%`;
}

/** An element that shows a number shortly and carries it in full. */
function number(value, text = short(value)) {
  return element('data', { value: String(value) }, text);
}

const wholeTicks = (low, high, about) => ticks(low, high, about, 1);

/** Powers of ten, about so many at the most, over their logarithms; round numbers where there are less than two. */
function logarithmicTicks(low, high, about) {
  const step = Math.max(1, Math.ceil((high - low) / about));
  const found = [];
  for (let i = Math.ceil(low / step) * step; i <= high; i += step) found.push({ value: i, text: short(10 ** i) });
  if (found.length > 1) return found;
  return ticks(10 ** low, 10 ** high, about).filter(({ value }) => value > 0)
    .map(({ value, text }) => ({ value: Math.log10(value), text }));
}

/** Round numbers, about so many and at least so far apart, that lie between two ends, and how they are written. */
function ticks(low, high, about, least = 0) {
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => power * factor >= raw * 0.999);
  if (step < least) return ticks(low, high, (high - low) / least);
  const digits = Math.min(100, Math.max(1, Math.ceil(Math.log10(Math.max(Math.abs(low), Math.abs(high)) / step)) + 1));
  const found = [];
  for (let i = Math.ceil(low / step); i * step <= high && found.length < 50; i += 1) {
    found.push({ value: i * step, text: short(i * step, digits) });
  }
  return found;
}
