// The reader sets features; the way through the tree, the values and the class follow.

const whatIf = { values: [], fields: [], sliders: [] };

function startWhatIf() {
  DATA.ranges.forEach((range, i) => byId('what-if-features').append(featureControl(i, range)));
  byId('use-median').addEventListener('click', useMedian);
  byId('use-row-button').addEventListener('click', useTypedRow);
  byId('use-row').addEventListener('keydown', (event) => { if (event.key === 'Enter') useTypedRow(); });
  byId('what-if-controls').addEventListener('submit', (event) => event.preventDefault());
  useMedian();
}

function featureControl(i, [low, high]) {
  const name = DATA.features[i];
  if (DATA.levels[i]) return categoryControl(i, name);
  const kind = { date: 'date', time: 'datetime-local' }[DATA.dates[i]] ?? 'number';
  const step = DATA.kinds[i] === 'whole' || DATA.dates[i] === 'date' ? 1 : 'any';
  const field = element('input', { type: kind, step, id: `feature-${i}`, 'data-feature': name, 'aria-describedby': `outside-${i}` });
  const slider = element('input', { type: 'range', min: low, max: high, step, 'aria-label': `${name}, slider` });
  field.addEventListener('input', () => typed(i));
  slider.addEventListener('input', () => slid(i, low, high));
  whatIf.fields[i] = field;
  whatIf.sliders[i] = slider;
  const ends = element('span', { class: 'ends', 'aria-hidden': 'true' }, element('span', {}, valueText(i, low, 5)), element('span', {}, valueText(i, high, 5)));
  const outside = element('span', { class: 'outside', id: `outside-${i}`, role: 'status' });
  return element('div', { class: 'feature' }, element('label', { for: field.id }, name), field, slider, ends, outside);
}

/** A list of the categories; the empty choice is a gap, and so is a category that has no place among ordered ones. */
function categoryControl(i, name) {
  const field = element('select', { id: `feature-${i}`, 'data-feature': name },
    ...DATA.levels[i].map((level, code) => element('option', { value: code }, level)),
    ...(DATA.kinds[i] === 'ordered' ? [] : [element('option', { value: -1 }, 'another one')]),
    element('option', { value: '' }, 'missing'));
  field.addEventListener('input', () => {
    whatIf.values[i] = field.value === '' ? NaN : Number(field.value);
    startedFrom('Your own values.');
    showOutcome();
  });
  whatIf.fields[i] = field;
  return element('div', { class: 'feature' }, element('label', { for: field.id }, name), field);
}

/** An empty field is a gap, where training rows had some. */
function typed(i) {
  const value = fieldValue(i);
  const isGap = DATA.haveGaps[i] && whatIf.fields[i].value === '' && !whatIf.fields[i].validity.badInput;
  const usable = Number.isFinite(value) || isGap;
  whatIf.fields[i].setAttribute('aria-invalid', String(!usable));
  if (!usable) return;
  whatIf.values[i] = value;
  whatIf.fields[i].title = '';
  if (!isGap) whatIf.sliders[i].value = String(value);
  startedFrom('Your own values.');
  showOutcome();
}

/** What a field says, as the model has it. */
function fieldValue(i) {
  const value = whatIf.fields[i].valueAsNumber;
  return DATA.dates[i] ? rawDate(DATA.dates[i], value) : value;
}

/** A number is shown shortly; the model gets it in full until the reader types another. */
function setField(i, value) {
  const field = whatIf.fields[i];
  if (DATA.dates[i] && !Number.isNaN(value)) field.valueAsNumber = millisecondsOf(DATA.dates[i], value);
  else field.value = Number.isNaN(value) ? '' : String(fewDigits(value));
  if (!DATA.levels[i] && !DATA.dates[i]) field.title = Number(field.value) === value ? '' : `exactly ${value}`;
  field.setAttribute('aria-invalid', 'false');
}

/** A slider's value has no more digits than its width can tell apart; of a time the minute will do. */
function slid(i, low, high) {
  const digits = Math.max(0, Math.min(100, 3 - Math.floor(Math.log10(high - low || 1))));
  const raw = whatIf.sliders[i].valueAsNumber;
  const near = DATA.dates[i] === 'time' ? 60 * Math.round(raw / 60) : Number(raw.toFixed(digits));
  const rounded = Math.min(high, Math.max(low, near));
  const value = raw <= low ? low : raw >= high ? high : rounded;
  whatIf.values[i] = value;
  setField(i, value);
  startedFrom('Your own values.');
  showOutcome();
}

function setValues(values, said) {
  whatIf.values = [...values];
  values.forEach((value, i) => {
    setField(i, value);
    if (whatIf.sliders[i] && !Number.isNaN(value)) whatIf.sliders[i].value = String(value);
  });
  startedFrom(said);
  showOutcome();
}

const startedFrom = (said) => { byId('what-if-start').textContent = said; };

function useMedian() {
  const said = DATA.levels.some(Boolean) ? 'The median of each feature, or its most frequent category.' : 'The median of each feature.';
  setValues(DATA.ranges.map(([, , median]) => median), said);
}

function useTypedRow() {
  const row = byId('use-row').valueAsNumber;
  const position = DATA.rows.number.indexOf(row);
  if (position < 0) {
    const few = DATA.rows.number.length < DATA.nRows && row >= 0 && row < DATA.nRows;
    startedFrom(few ? `Row ${row} is not among the rows that this page carries.` : `There is no row ${row}.`);
  } else useRow(position);
}

function useRow(position) {
  const row = DATA.rows.number[position];
  byId('use-row').value = String(row);
  setValues(DATA.rows.values[position], `Row ${row}, of class ${DATA.classes[DATA.rows.truth[position]]}.`);
}

/** A number that no training row comes near is told: no rule has been tried there. */
function showOutside() {
  whatIf.sliders.forEach((_, i) => {
    const [low, high] = DATA.ranges[i];
    const isOutside = DATA.rangesFromTraining && (whatIf.values[i] < low || whatIf.values[i] > high);
    byId(`outside-${i}`).textContent = isOutside ? `outside the training data: ${valueText(i, low, 5)} to ${valueText(i, high, 5)}` : '';
  });
}

function showOutcome() {
  showOutside();
  const { steps, leaf } = follow(whatIf.values);
  const { label } = DATA.nodes[leaf];
  const bars = probabilities(steps, leaf).map((share, k) => element('li', { 'data-class': DATA.classes[k] },
    element('span', { class: 'bar-name' }, DATA.classes[k]), shareBar(share, k), number(share, percent(share, 2))));
  byId('what-if-answer').replaceChildren(
    element('p', { class: 'answer' }, className(label)),
    element('ul', { class: 'probabilities' }, ...bars),
  );
  byId('what-if-answer').dataset.leaf = String(leaf);
  byId('what-if-path').replaceChildren(...steps.map(stepItem));
}

function shareBar(share, label) {
  const fill = element('i', { class: colourOf(label) });
  fill.style.width = `${100 * share}%`;
  return element('span', { class: 'bar', 'aria-hidden': 'true' }, fill);
}

function stepItem({ node, value, holds, missing }) {
  const { name, printed, rule } = DATA.nodes[node];
  if (missing) {
    return element('li', { class: holds ? 'holds' : 'fails', 'data-node': node, 'data-value': 'missing' },
      element('span', { class: 'rule-name' }, name), formula(printed),
      element('p', {}, `lacks a number that it needs: such rows go ${holds ? 'left, as if it held' : 'right, as if it did not hold'}.`));
  }
  if (printed.saysYesOrNo) {
    return element('li', { class: holds ? 'holds' : 'fails', 'data-node': node, 'data-value': String(value) },
      element('span', { class: 'rule-name' }, name), formula(printed), element('p', {}, holds ? 'holds.' : 'does not hold.'));
  }
  const shown = value / printed.divisor;
  const text = Number.isFinite(value) ? `${holds ? 'holds' : 'does not hold'}; the left-hand side is ` : 'has no finite value, so it does not hold: ';
  const item = element('li', { class: holds ? 'holds' : 'fails', 'data-node': node, 'data-value': String(value) },
    element('span', { class: 'rule-name' }, name), formula(printed),
    element('p', {}, text, number(shown, namedValue(node, shown) ?? short(shown, 6)), marginText(node, value)));
  return item;
}

/** The value of a rule by name, where its ends are printed so; else null. */
function namedValue(node, shown) {
  const { printed, rule } = DATA.nodes[node];
  return printed.named ? columnWord(onlyColumn(rule.terms[0]), shown) : null;
}

/** How far a value is from the end that it is nearest to; a name has said enough. */
function marginText(node, value) {
  const { rule, printed: { divisor, named } } = DATA.nodes[node];
  if (!Number.isFinite(value) || named) return '.';
  const ends = [rule.low, rule.high].filter((end) => end !== null);
  const distance = Math.min(...ends.map((end) => Math.abs((value - end) / divisor)));
  return `, ${short(distance, 3)} from ${ends.length > 1 ? 'the nearer end' : 'the end'}.`;
}
