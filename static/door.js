// A colour that somebody else took is no choice any more: the one that is offered instead is chosen, also where it was
// once left for another (a browser then goes by the tap, and no more by the attribute).
document.addEventListener("htmx:after:swap", () => {
  const offered = document.querySelector("#free input[checked]");
  if (offered && !document.querySelector("#free input:checked:enabled")) offered.checked = true;
});
