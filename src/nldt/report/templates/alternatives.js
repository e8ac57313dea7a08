// Alternatives to a rule: others of the same node, of other features and nearly as good; one can be chosen to be seen.

function drawAlternatives(others, shown, onChoose) {
  const holder = byId('alternatives');
  const heads = ['rule', 'bits more', 'training accuracy', 'training rows parted alike'];
  const rows = others.map((other, i) => element('tr', i === shown ? { class: 'chosen' } : {},
    element('th', { scope: 'row' }, formula(other.printed), chooseButton(i, i === shown, onChoose)), element('td', {}, number(other.bits, bitsText(other.bits))),
    element('td', {}, number(other.trainingAccuracy, percent(other.trainingAccuracy, 2))),
    element('td', {}, number(other.agreement, percent(other.agreement)))));
  const head = element('thead', {}, element('tr', {}, ...heads.map((name) => element('th', { scope: 'col' }, name))));
  const focused = holder.contains(document.activeElement);
  holder.replaceChildren(others.length
    ? element('table', { class: 'measures', id: 'alternative-table' }, head, element('tbody', {}, ...rows))
    : element('p', { class: 'note' }, 'None: of the rules that the search has kept, none of other features comes near.'));
  if (focused) holder.querySelector('[aria-pressed="true"]')?.focus({ preventScroll: true });
}

function chooseButton(i, shown, onChoose) {
  const made = button('Show', `Show alternative ${i + 1}`, () => onChoose(i));
  made.classList.add('screen-only');
  made.setAttribute('aria-pressed', String(shown));
  return made;
}

/** Bits more than the node's rule takes. */
function bitsText(bits) {
  return `${bits < 0 ? '−' : '+'}${Math.abs(bits).toFixed(1)}`;
}
