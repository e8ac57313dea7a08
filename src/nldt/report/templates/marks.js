// A class is told by its colour and by the shape of its mark.

const N_COLOURS = 8;  // as many as the palette has
const MARKS = [  // in the order of the pictures: beyond eight classes a colour comes back with another mark
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z',
  'M-3.6 -3.6H3.6V3.6H-3.6Z',
  'M0 -4.8L4.5 3.2L-4.5 3.2Z',
  'M0 -5L5 0L0 5L-5 0Z',
  'M0 4.8L4.5 -3.2L-4.5 -3.2Z',
  'M-1.5 -4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z',
  'M0 -2.2L2.3 -4.5L4.5 -2.3L2.2 0L4.5 2.3L2.3 4.5L0 2.2L-2.3 4.5L-4.5 2.3L-2.2 0L-4.5 -2.3L-2.3 -4.5Z',
  'M0 -5.2L1.3 -1.7L5 -1.6L2.1 0.7L3.1 4.2L0 2.1L-3.1 4.2L-2.1 0.7L-5 -1.6L-1.3 -1.7Z',
];

const colourOf = (label) => `class-${label % N_COLOURS}`;

function mark(label, attributes = {}, kind = '') {
  const shape = MARKS[(label + Math.floor(label / N_COLOURS)) % MARKS.length];
  return svgElement('path', { d: shape, ...attributes, class: `point ${colourOf(label)}${kind}` });
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
