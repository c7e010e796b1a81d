// When somebody takes a colour, it is disabled and the offered one is chosen, also if the user had once left that for
// another (browsers then ignore the attribute).
document.addEventListener("htmx:after:swap", () => {
  const offered = document.querySelector("#free input[checked]");
  if (offered && !document.querySelector("#free input:checked:enabled")) offered.checked = true;
});
