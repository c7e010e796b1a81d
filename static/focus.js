// Keeps the focus on the page: when what has it is removed or hidden, what means the same gets it, else the headline.
(() => {
  const SAYS = ["name", "value", "aria-label", "data-casino"];
  let last = null;

  const seen = one => one.isConnected && one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
  const meaning = one => [...SAYS.map(name => one.getAttribute(name)), one.textContent.trim()].join("|");

  function focus(one) {
    const alike = () => [...document.querySelectorAll(one.localName)].find(other => seen(other) && meaning(other) === meaning(one));
    const to = seen(one) ? one : alike() ?? companion.shown(".turn");
    if (to?.matches(".turn")) to.setAttribute("tabindex", "-1"); // an update takes it away
    to?.focus({preventScroll: true});
  }

  function check() {
    if (last && (!seen(last) || last.matches(".turn"))) focus(last);
  }

  document.addEventListener("focusin", event => { last = event.target; });
  // Safari gives the focus to no button that is tapped
  document.addEventListener("click", event => {
    last = event.target.closest?.("a, button, input, summary, [role=button]") ?? last;
    setTimeout(check);
  });
  for (const change of ["htmx:after:swap", "htmx:sse:after:message", "companion:me"]) document.addEventListener(change, check);
  companion.focus = focus;
})();
