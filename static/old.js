// For browsers too old to read our other scripts, so written as they all can: base.css shows the sentence to those that do
// not know its selectors; this shows it to others that lack something.
(function () {
  var dialog = window.HTMLDialogElement && HTMLDialogElement.prototype.showModal;
  if (!dialog || !window.CSS || !CSS.supports || !CSS.supports("selector(:has(a))")) document.documentElement.className = "old";
}());
