// The model, in float64 and in nldt's own order of operations, so that both agree to the last bit.

const DATA = JSON.parse(byId('report-data').textContent);

const OPERATIONS = {  // beside functions such as log, which Math has
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, negate: (a) => -a,
  'one of': (x, ...codes) => (codes.includes(x) ? 1 : 0),
  'none of': (x, ...codes) => (Number.isNaN(x) || codes.includes(x) ? 0 : 1),
  missing: (x) => (Number.isNaN(x) ? 1 : 0),
  day: (seconds) => Math.floor(seconds / 86400),
  year: (day) => new Date(86400000 * day).getUTCFullYear(),
  month: (day) => new Date(86400000 * day).getUTCMonth() + 1,
  weekday: (day) => ((new Date(86400000 * day).getUTCDay() + 6) % 7) + 1,
  hour: (seconds) => Math.floor((seconds - 86400 * Math.floor(seconds / 86400)) / 3600),
};

// JSON has no number that is none: gaps come as null.
for (const row of DATA.rows.values) row.forEach((value, j) => { if (value === null) row[j] = NaN; });

/** The value of an expression such as ["+", 1, ["/", "x", 4]] at a value of x. */
function evaluate(expression, x) {
  if (expression === 'x') return x;
  if (typeof expression === 'number') return expression;
  const [operation, ...parts] = expression;
  return (OPERATIONS[operation] ?? Math[operation])(...parts.map((part) => evaluate(part, x)));
}

/** The columns that rules are made of, from values of the features. */
function columnsOf(values) {
  return DATA.columns.map(({ feature, value }) => evaluate(value, values[feature]));
}

function product(factors, columns) {
  if (factors.length === 0) return 1;
  let result = columns[factors[0]];
  for (let i = 1; i < factors.length; i += 1) result *= columns[factors[i]];
  return result;
}

function termValue(term, columns) {
  const above = product(term.above, columns);
  return term.below.length === 0 ? above : above / product(term.below, columns);
}

const termValues = (rule, columns) => rule.terms.map((term) => termValue(term, columns));

/** The left-hand side of a rule, from the values of its terms. */
function weightedSum(rule, values) {
  let sum = rule.terms[0].weight * values[0];
  for (let t = 1; t < rule.terms.length; t += 1) sum += rule.terms[t].weight * values[t];
  return sum;
}

const ruleValue = (rule, columns) => weightedSum(rule, termValues(rule, columns));

/** A value that is not finite goes right. */
function goesLeft(rule, value) {
  return Number.isFinite(value) && (rule.low === null || rule.low <= value) && (rule.high === null || value <= rule.high);
}

/** A row that lacks a number which the rule needs goes where such rows were cheaper in training. */
function isMissing(rule, values) {
  return rule.needs.some((j) => Number.isNaN(values[j]));
}

/** The way of a row through the tree: its steps, and the number of its leaf. */
function follow(values) {
  const columns = columnsOf(values);
  const steps = [];
  let node = 0;
  while (DATA.nodes[node].rule) {
    const { rule, left, right } = DATA.nodes[node];
    const value = ruleValue(rule, columns);
    const missing = isMissing(rule, values);
    const holds = missing ? rule.missingLeft : goesLeft(rule, value);
    steps.push({ node, value, holds, missing });
    node = holds ? left : right;
  }
  return { steps, leaf: node };
}

/** How far the value of a rule is from its nearest end, on the side where the row is; less than 0 where it has none. */
function marginOf(rule, value, holds, scale) {
  if (!Number.isFinite(value)) return -1;
  const fromLow = rule.low === null ? null : value - rule.low;
  const fromHigh = rule.high === null ? null : rule.high - value;
  const far = [fromLow, fromHigh].filter((end) => end !== null);
  const distance = holds ? Math.min(...far) : Math.max(...far.map((end) => -end));
  return distance / scale;
}

/** The probability of each class for a row that took these steps to a leaf: straight pieces between knots. */
function probabilities(steps, leaf) {
  const { follows, scales, knots, parts, missing } = DATA.nodes[leaf].curve;
  const followed = steps.filter(({ node }) => follows.includes(node));
  const margin = knots.length === 1 ? 0
    : Math.min(...followed.map(({ node, value, holds }, i) => marginOf(DATA.nodes[node].rule, value, holds, scales[i])));
  const last = knots.length - 1;
  if (margin < 0) return missing.map((part) => part / DATA.total);
  if (margin >= knots[last]) return parts[last].map((part) => part / DATA.total);
  let piece = 0;
  while (margin >= knots[piece + 1]) piece += 1;
  let way = (margin - knots[piece]) / (knots[piece + 1] - knots[piece]);
  if (piece === 0 && way < DATA.leastWay) way = DATA.leastWay;
  return parts[piece].map((part, k) => (part + way * (parts[piece + 1][k] - part)) / DATA.total);
}

/** Nodes below and including one: a run of numbers, since nodes are numbered in pre-order. */
function isBelow(leaf, node) {
  let last = node;
  while (DATA.nodes[last].rule) last = DATA.nodes[last].right;
  return node <= leaf && leaf <= last;
}

const ruleNodes = DATA.nodes.map((_, i) => i).filter((i) => DATA.nodes[i].rule);
const ruleChoices = () => ruleNodes.map((i) => [String(i), `${DATA.nodes[i].name}: ${DATA.nodes[i].printed.text}`]);
