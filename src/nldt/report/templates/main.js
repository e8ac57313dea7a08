// Each part starts by itself where the page has it.

document.documentElement.classList.add('has-script');
startTree();
if (byId('what-if')) startWhatIf();
if (byId('term-space')) startTermSpace();
if (byId('probabilities')) {
  startRoc();
  startCalibration();
}
if (byId('length-curve')) startLengthCurve();
if (byId('fronts')) startFronts();
if (byId('misclassified-table')) startMisclassified();
