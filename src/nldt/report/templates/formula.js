// Printed rules: elements that come ready, as nested lists of a tag, attributes and children.

function mathTree([tag, attributes, ...children]) {
  return mathElement(tag, attributes, ...children.map((child) => (typeof child === 'string' ? child : mathTree(child))));
}

/** A rule, in pieces between which a line may break; render_html.py writes the same elements. */
function formula({ text, math }) {
  return element('span', { class: 'formula', role: 'math', 'aria-label': text }, ...math.map(mathTree));
}
