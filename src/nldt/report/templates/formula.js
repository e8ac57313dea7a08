// Printed rules as MathML: the elements that formula.html writes.

function mathNumber(text) {
  const [mantissa, power] = text.split('e');
  if (power === undefined) return mathElement('mn', {}, text);
  const ten = mathElement('msup', {}, mathElement('mn', {}, '10'), mathElement('mn', {}, power));
  return mathElement('mrow', {}, mathElement('mn', {}, mantissa), mathElement('mo', {}, '·'), ten);
}

/** A letter, a letter with an index, or a name in words; raised where the exponent is not 1. */
function mathPower([feature, exponent]) {
  const { symbol, letter, index } = DATA.features[feature];
  const base = letter ? mathElement('mi', {}, letter) : mathElement('mtext', {}, symbol);
  const small = [index, exponent === 1 ? '' : String(exponent)].filter(Boolean).map((text) => mathElement('mn', {}, text));
  if (small.length === 0) return base;
  return mathElement(small.length === 2 ? 'msubsup' : index ? 'msub' : 'msup', {}, base, ...small);
}

function mathProduct(powers) {
  const dotted = powers.flatMap((power, i) => (i ? [mathElement('mo', {}, '·'), mathPower(power)] : [mathPower(power)]));
  return mathElement('mrow', {}, ...dotted);
}

const infix = (sign) => mathElement('mo', { form: 'infix' }, sign);
const mathPiece = (...parts) => mathElement('math', { displaystyle: 'true' }, ...parts);

function mathQuotient(factor, above, below) {
  if (!above.length) return [mathElement('mfrac', {}, mathNumber(factor || '1'), mathProduct(below))];
  const fraction = mathElement('mfrac', {}, mathProduct(above), mathProduct(below));
  return factor ? [mathNumber(factor), infix('·'), fraction] : [fraction];
}

/** A term: one piece where it is a quotient, a piece for each of its factors otherwise. */
function termPieces([sign, factor, above, below], first) {
  const lead = !first ? [infix(sign)] : sign === '−' ? [mathElement('mo', { form: 'prefix' }, sign)] : [];
  if (below.length) return [mathPiece(...lead, ...mathQuotient(factor, above, below))];
  const start = factor ? [...lead, mathNumber(factor), infix('·')] : lead;
  return above.map((power, i) => mathPiece(...(i ? [infix('·')] : start), mathPower(power)));
}

/** A rule, in pieces between which a line may break. */
function formula(printed) {
  const { low, high, terms } = printed;
  const pieces = terms.flatMap((term, i) => termPieces(term, i === 0));
  if (low !== null && high !== null) pieces.unshift(mathPiece(mathNumber(low), infix('≤')));
  if (high !== null) pieces.push(mathPiece(infix('≤'), mathNumber(high)));
  else if (low !== null) pieces.push(mathPiece(infix('≥'), mathNumber(low)));
  return element('span', { class: 'formula', role: 'math', 'aria-label': printed.text }, ...pieces);
}

/** A term of a rule as plain text, for axes. */
function termText(printed, t) {
  const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  const raised = (power) => (power === 1 ? '' : [...String(power)].map((digit) => superscripts[digit]).join(''));
  const text = (powers) => powers.map(([j, power]) => DATA.features[j].symbol + raised(power)).join(' · ');
  const [, , above, below] = printed.terms[t];
  if (!below.length) return text(above);
  return `${above.length ? text(above) : '1'} / ${below.length > 1 ? `(${text(below)})` : text(below)}`;
}
