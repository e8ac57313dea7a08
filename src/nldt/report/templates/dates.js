// Dates as people read and type them; the model has days or seconds since 1970-01-01.

const A_DAY = 86400000; // milliseconds

const millisecondsOf = (kind, raw) => (kind === 'date' ? A_DAY * raw : Math.round(1000 * raw));

/** Whole seconds and thousandths, added up as nldt does. */
function rawDate(kind, milliseconds) {
  if (kind === 'date') return Math.floor(milliseconds / A_DAY);
  const whole = Math.floor(milliseconds / 1000);
  return whole + (milliseconds - 1000 * whole) / 1000;
}

const dayText = (milliseconds) => new Date(milliseconds).toISOString().split('T')[0];

/** To the minute, second or thousandth, whichever it is. */
function dateText(kind, raw) {
  const milliseconds = millisecondsOf(kind, raw);
  if (kind === 'date') return dayText(milliseconds);
  const clock = new Date(milliseconds).toISOString().split('T')[1].slice(0, -1);
  const [minutes, seconds] = [clock.slice(0, 5), clock.slice(5)];
  return `${dayText(milliseconds)} ${minutes}${seconds === ':00.000' ? '' : seconds.replace('.000', '')}`;
}

/** A value of a column by name, or null where it has none. */
function columnWord({ feature, firstDay, names }, value) {
  if (names) return names[Math.round(value)] ?? '';
  if (firstDay === undefined) return null;
  const kind = DATA.dates[feature];
  return dateText(kind, rawDate(kind, Math.round(A_DAY * (firstDay + value))));
}

/** Where a term is one column alone, that column. */
function onlyColumn({ above, below }) {
  return above.length === 1 && below.length === 0 ? DATA.columns[above[0]] : null;
}

/** Round dates between two numbers of days since a first one, about so many, and how they are written. */
function dateTicks(firstDay, low, high, about) {
  const [start, end] = [low, high].map((days) => A_DAY * (firstDay + days));
  const raw = (high - low) / about;
  const months = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200].find((count) => 30.4 * count >= raw) ?? 2400;
  const found = [];
  const add = (at, text) => { if (start <= at && at <= end) found.push({ value: at / A_DAY - firstDay, text }); };
  if (raw > 14) {
    const from = new Date(start);
    const first = Math.floor((12 * from.getUTCFullYear() + from.getUTCMonth()) / months) * months;
    for (let month = first; found.length < 50; month += months) {
      const at = new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
      if (at > end) break;
      add(at, dayText(at).slice(0, months % 12 ? -3 : -6));
    }
    return found;
  }
  const step = A_DAY * ([1 / 24, 0.25, 0.5, 1, 2, 7].find((days) => days >= raw) ?? 14);
  for (let at = Math.ceil(start / step) * step; at <= end && found.length < 50; at += step) {
    add(at, step < A_DAY ? dateText('time', at / 1000).slice(5) : dayText(at));
  }
  return found;
}
