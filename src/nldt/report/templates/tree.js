// Folding: the browser's own <details>; here only what acts on all of them.

function startTree() {
  const all = () => document.querySelectorAll('#tree details.node');
  const setAll = (open) => all().forEach((node) => { node.open = open; });
  byId('fold-all')?.addEventListener('click', () => setAll(false));
  byId('unfold-all')?.addEventListener('click', () => setAll(true));
  let folded = [];
  window.addEventListener('beforeprint', () => {  // paper can't unfold
    folded = [...document.querySelectorAll('details:not([open])')];
    folded.forEach((node) => { node.open = true; });
  });
  window.addEventListener('afterprint', () => folded.forEach((node) => { node.open = false; }));
}
