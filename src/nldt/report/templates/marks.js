// A class is told by its colour and by the shape of its mark.

const N_COLOURS = 8;
const MARKS = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  'M0 -4.8L4.5 3.2L-4.5 3.2Z',
  'M-3.6 -3.6H3.6V3.6H-3.6Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M0 4.8L4.5 -3.2L-4.5 -3.2Z',
  'M-1.5 -4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z',
];

const colourOf = (label) => `class-${label % N_COLOURS}`;

function mark(label, attributes = {}) {
  return svgElement('path', { d: MARKS[label % MARKS.length], ...attributes, class: `point ${colourOf(label)}` });
}

function className(label) {
  return element('span', { class: `class-name ${colourOf(label)}` }, DATA.classes[label]);
}

/** Marks and names of the classes. */
function classKey() {
  const items = DATA.classes.map((name, label) => {
    const picture = svgElement('svg', { viewBox: '-6 -6 12 12', width: 12, height: 12, 'aria-hidden': 'true' }, mark(label));
    return element('li', {}, picture, name);
  });
  return element('ul', { class: 'class-key' }, ...items);
}
