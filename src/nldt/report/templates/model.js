// The model, in float64 and in nldt's own order of operations, so that both agree to the last bit.

const DATA = JSON.parse(byId('report-data').textContent);

/** Features in the units that rules are written in. */
function inRuleUnits(values) {
  return values.map((value, i) => {
    const { shift } = DATA.features[i];
    return shift === null ? value : 1 + (value - shift[0]) / shift[1];
  });
}

function product(factors, units) {
  if (factors.length === 0) return 1;
  let result = units[factors[0]];
  for (let i = 1; i < factors.length; i += 1) result *= units[factors[i]];
  return result;
}

function termValue(term, units) {
  const above = product(term.above, units);
  return term.below.length === 0 ? above : above / product(term.below, units);
}

function ruleValue(rule, units) {
  let sum = rule.terms[0].weight * termValue(rule.terms[0], units);
  for (let t = 1; t < rule.terms.length; t += 1) sum += rule.terms[t].weight * termValue(rule.terms[t], units);
  return sum;
}

/** A value that is not finite goes right. */
function goesLeft(rule, value) {
  return Number.isFinite(value) && (rule.low === null || rule.low <= value) && (rule.high === null || value <= rule.high);
}

/** The way of a row through the tree: its steps, and the number of its leaf. */
function follow(values) {
  const units = inRuleUnits(values);
  const steps = [];
  let node = 0;
  while (DATA.nodes[node].rule) {
    const { rule, left, right } = DATA.nodes[node];
    const value = ruleValue(rule, units);
    const holds = goesLeft(rule, value);
    steps.push({ node, value, holds });
    node = holds ? left : right;
  }
  return { steps, leaf: node };
}

/** Nodes below and including one: a run of numbers, since nodes are numbered in pre-order. */
function isBelow(leaf, node) {
  let last = node;
  while (DATA.nodes[last].rule) last = DATA.nodes[last].right;
  return node <= leaf && leaf <= last;
}

const ruleNodes = DATA.nodes.map((_, i) => i).filter((i) => DATA.nodes[i].rule);
const ruleChoices = () => ruleNodes.map((i) => [String(i), `${DATA.nodes[i].name}: ${DATA.nodes[i].printed.text}`]);
