// Elements. Names and labels only ever become text nodes or attribute values, never markup.

const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

const byId = (id) => document.getElementById(id);

/** A new element with attributes, and with children that are elements or text. */
function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

function svgElement(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function mathElement(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(MATHML, tag), attributes, children);
}

function furnish(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A labelled list to choose from; calls back with the chosen value. */
function chooser(id, label, options, chosen, onChange) {
  const select = element('select', { id });
  for (const [value, text] of options) {
    const option = element('option', { value }, text);
    option.selected = value === chosen;
    select.append(option);
  }
  select.addEventListener('change', () => onChange(select.value));
  return element('span', { class: 'choice' }, element('label', { for: id }, label), ' ', select);
}

function button(text, label, onClick) {
  const made = element('button', { type: 'button', 'aria-label': label, title: label }, text);
  made.addEventListener('click', onClick);
  return made;
}
