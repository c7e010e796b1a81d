// Keeps the focus on the page: when what has it is removed, hidden or disabled, what means the same gets it, else the
// headline. Nobody who put the focus away gets it back.
(() => {
  const SAYS = ["name", "value", "aria-label", "data-casino"];
  let last = null;

  const headline = one => one.matches(".turn");
  const seen = one => one.isConnected && one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
  const able = one => seen(one) && !one.disabled && (one.tabIndex >= 0 || headline(one));
  const meaning = one => [...SAYS.map(name => one.getAttribute(name)), one.textContent.trim()].join("|");

  function focus(one) {
    const alike = () => [...document.querySelectorAll(one.localName)].find(other => able(other) && meaning(other) === meaning(one));
    const to = able(one) ? one : alike() ?? companion.shown(".turn");
    if (to && headline(to)) to.setAttribute("tabindex", "-1");
    to?.focus({preventScroll: true});
  }

  function check() {
    if (last && !able(last)) focus(last);
  }

  document.addEventListener("focusin", event => { last = event.target; });
  document.addEventListener("focusout", event => {
    const away = () => last === event.target && able(last) && document.hasFocus() && document.activeElement === document.body;
    if (!event.relatedTarget) setTimeout(() => { if (away()) last = null; });
  });
  // Safari gives the focus to no button that is tapped
  document.addEventListener("click", event => {
    last = event.target.closest?.("a, button, input, summary, [role=button]") ?? last;
    setTimeout(check);
  });
  // without the attribute a headline would lose the focus with each update, and be read again
  htmx.registerExtension("headline", {htmx_before_morph_attr: (one, {attrName}) => attrName !== "tabindex" || !headline(one)});
  for (const change of ["htmx:after:swap", "htmx:sse:after:message", "companion:me"]) document.addEventListener(change, check);
  companion.focus = focus;
})();
