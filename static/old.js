// For browsers too old for our other scripts, so written in old syntax: base.css shows the message to those that lack a
// selector; this shows it to those that lack something else.
(function () {
  var dialog = window.HTMLDialogElement && HTMLDialogElement.prototype.showModal;
  if (!dialog || !window.CSS || !CSS.supports || !CSS.supports("selector(:has(a))")) document.documentElement.className = "old";
}());
