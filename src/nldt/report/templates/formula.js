// Printed rules as MathML: the elements that formula.html writes.

function mathNumber(text) {
  const [mantissa, power] = text.split('e');
  if (power === undefined) return mathElement('mn', {}, text);
  const ten = mathElement('msup', {}, mathElement('mn', {}, '10'), mathElement('mn', {}, power));
  return mathElement('mrow', {}, mathElement('mn', {}, mantissa), mathElement('mo', {}, '·'), ten);
}

function mathProduct(powers) {
  const row = mathElement('mrow');
  powers.forEach(([feature, power], i) => {
    if (i > 0) row.append(mathElement('mo', {}, '·'));
    const symbol = mathElement('mtext', {}, DATA.features[feature].symbol);
    row.append(power === 1 ? symbol : mathElement('msup', {}, symbol, mathElement('mn', {}, String(power))));
  });
  return row;
}

function mathTerm(factor, above, below) {
  if (below.length && !above.length) return [mathElement('mfrac', {}, mathNumber(factor || '1'), mathProduct(below))];
  const parts = factor ? [mathNumber(factor), mathElement('mo', {}, '·')] : [];
  parts.push(below.length ? mathElement('mfrac', {}, mathProduct(above), mathProduct(below)) : mathProduct(above));
  return parts;
}

/** A rule, in pieces between which a line may break. */
function formula(printed) {
  const infix = (sign) => mathElement('mo', { form: 'infix' }, sign);
  const piece = (...parts) => mathElement('math', { displaystyle: 'true' }, ...parts);
  const { low, high, terms } = printed;
  const pieces = [];
  if (low !== null && high !== null) pieces.push(piece(mathNumber(low), infix('≤')));
  terms.forEach(([sign, factor, above, below], i) => {
    const lead = i > 0 ? [infix(sign)] : sign === '−' ? [mathElement('mo', { form: 'prefix' }, sign)] : [];
    pieces.push(piece(...lead, ...mathTerm(factor, above, below)));
  });
  if (high !== null) pieces.push(piece(infix('≤'), mathNumber(high)));
  else if (low !== null) pieces.push(piece(infix('≥'), mathNumber(low)));
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
