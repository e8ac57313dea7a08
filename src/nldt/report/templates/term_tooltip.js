// The chosen row of the term space, and what its tooltip tells.

function select(i) {
  space.selected = i;
  space.use.disabled = i < 0;
  if (space.at) drawSpace();
}

function placeTip() {
  const point = space.points[space.selected];
  space.tip.hidden = !point;
  if (!point) return;
  fillTip(point);
  const area = space.svg.getBoundingClientRect();
  const scale = area.width / (space.svg.viewBox.baseVal.width || 1);
  const [x, y] = [point.px * scale, point.py * scale];
  const inside = x >= 0 && x <= area.width && y >= 0 && y <= area.height;
  space.tip.hidden = !inside;
  const left = Math.min(Math.max(4, x + 14), Math.max(4, area.width - space.tip.offsetWidth - 4));
  const below = y + 14 + space.tip.offsetHeight <= area.height;
  space.tip.style.left = `${left}px`;
  space.tip.style.top = `${below ? y + 14 : Math.max(4, y - space.tip.offsetHeight - 14)}px`;
}

function fillTip({ row, pile, values: [x, y] }) {
  const { truth, leaf, number: numbers, values } = DATA.rows;
  const line = (name, value) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, value));
  const { rule } = DATA.nodes[space.node];
  const factors = rule.terms.flatMap((term) => [...term.above, ...term.below]);
  const used = new Set(factors.map((column) => DATA.columns[column].feature));
  const lines = [line(space.names.x, space.texts.x(x))];
  if (space.y !== 'class') lines.push(line(space.names.y, space.texts.y(y)));
  for (const j of [...used].sort((p, q) => p - q)) lines.push(line(DATA.features[j], valueText(j, values[row][j])));
  const answer = DATA.nodes[leaf[row]].label;
  space.tip.replaceChildren(
    element('p', {}, element('b', {}, `Row ${numbers[row]}`), ' ', className(truth[row])),
    ...(answer === truth[row] ? [] : [element('p', { class: 'tip-wrong' }, 'misclassified as ', className(answer))]),
    element('table', {}, element('tbody', {}, ...lines)),
    ...(pile.points.length > 1 ? [element('p', { class: 'tip-pile' }, pileText(pile))] : []));
}

function useSelected() {
  useRow(space.points[space.selected].row);
  byId('what-if').scrollIntoView();
}
