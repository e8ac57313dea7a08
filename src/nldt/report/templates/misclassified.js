// The misclassified rows as a table that sorts by each of its columns.

// A table of more features takes small letters on paper; and of very many only these come there, see print.css.
const FEW_COLUMNS = 6;
const MOST_ON_PAPER = 12;
const wrongRows = { column: 0, descending: false };

function startMisclassified() {
  const { rows } = DATA;
  const leafOf = (i) => DATA.nodes[rows.leaf[i]];
  wrongRows.columns = [
    { name: 'row', of: (i) => rows.number[i] },
    { name: 'true class', of: (i) => rows.truth[i], label: true },
    { name: 'answer', of: (i) => leafOf(i).label, label: true },
    { name: 'its probability', of: answerProbability, text: (share) => percent(share, 1) },
    ...DATA.ranges.map((_, j) => ({ name: DATA.features[j], of: (i) => rows.values[i][j], text: (value) => valueText(j, value) })),
  ];
  const table = byId('misclassified-table');
  table.classList.toggle('wide', DATA.features.length > FEW_COLUMNS);
  if (DATA.features.length > MOST_ON_PAPER) byId('few-features').textContent = `On paper the first ${MOST_ON_PAPER} of ${DATA.features.length} features.`;
  table.append(element('thead', {}, element('tr', {}, ...wrongRows.columns.map(sortableHead), element('td', {}))), element('tbody'));
  showSorted();
}

function answerProbability(i) {
  const { steps, leaf } = follow(DATA.rows.values[i]);
  return probabilities(steps, leaf)[DATA.nodes[leaf].label];
}

function sortableHead({ name }, c) {
  const sort = element('button', { type: 'button' }, name, element('span', { class: 'sort-sign', 'aria-hidden': 'true' }));
  sort.addEventListener('click', () => {
    wrongRows.descending = wrongRows.column === c && !wrongRows.descending;
    wrongRows.column = c;
    showSorted();
  });
  return element('th', { scope: 'col' }, sort);
}

/** Equal values keep the order of their rows. */
function showSorted() {
  const { columns, column, descending } = wrongRows;
  const { of } = columns[column];
  const sign = descending ? -1 : 1;
  const key = (i) => (Number.isNaN(of(i)) ? Number.MAX_VALUE : of(i));  // gaps come last
  const sorted = [...DATA.rows.listed].sort((p, q) => sign * (key(p) - key(q)) || p - q);
  const table = byId('misclassified-table');
  table.querySelectorAll('thead th').forEach((head, c) => {
    head.setAttribute('aria-sort', c !== column ? 'none' : descending ? 'descending' : 'ascending');
  });
  table.tBodies[0].replaceChildren(...sorted.map(wrongRow));
}

function wrongRow(i) {
  const cells = wrongRows.columns.map(({ of, text, label }) => {
    const value = of(i);
    return element('td', { 'data-value': String(value) }, label ? className(value) : text ? text(value) : String(value));
  });
  const use = DATA.ranges.length ? [button('What if', `Use row ${DATA.rows.number[i]} in the what-if panel`, () => {
    useRow(i);
    byId('what-if').scrollIntoView();
  })] : [];
  return element('tr', {}, ...cells, element('td', {}, ...use));
}
