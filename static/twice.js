// Ignores a tap on a control that appeared, moved or changed its meaning since the last tap or update: nobody aims at
// it so quickly. Also ignores the second half of a double tap on a submit button, unless it has data-fast.
(() => {
  const MOMENT = 400, NEAR = 30;
  const CONTROLS = "a, button, label, summary, input, select, dialog, [data-casino], [data-place]";
  const ONCE = "#live form button:not([type=button])";
  const SAYS = ["name", "value", "for", "aria-label", "data-casino", "data-name", "data-value", "data-place", "data-digit", "data-add"];
  const control = node => node?.closest?.(CONTROLS) ?? null;
  let marks = [{at: performance.now(), lay: []}]; // the page has just appeared
  let taken = null, echo = null;

  // described by content, since an update may replace elements or reuse them
  function meaning(one) {
    const sends = one.matches("button:not([type=button])") && one.form?.elements;
    const says = one.matches("a, button, label, summary") && !one.matches("[data-fast]") ? one.textContent.trim() : "";
    return [one.tagName, ...SAYS.map(name => one.getAttribute(name)), says, sends && [sends.kind?.value, sends.do?.value]].join("|");
  }

  function reachable(one) {
    if (!one.getClientRects().length) return [];
    const {left, top, right, bottom} = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit && (one.contains(hit) || hit.contains(one)) ? [{left, top, right, bottom, meaning: meaning(one)}] : [];
  }

  function mark(event) {
    marks = marks.filter(one => event.timeStamp - one.at <= MOMENT);
    marks.push({at: event.timeStamp, lay: [...document.querySelectorAll(CONTROLS)].flatMap(reachable)});
  }

  const covers = ({x, y}, {left, top, right, bottom}) => left <= x && x <= right && top <= y && y <= bottom;
  const lay = (tap, one) => one.lay.some(was => was.meaning === tap.meaning && covers(tap, was));
  const appeared = tap => marks.some(one => tap.at - one.at <= MOMENT && !lay(tap, one));
  const half = tap => taken !== null && tap.once && tap.meaning === taken.meaning && tap.at - taken.at <= MOMENT
    && Math.hypot(tap.x - taken.x, tap.y - taken.y) < NEAR;

  const tapOn = (one, event) => ({at: event.timeStamp, x: event.clientX, y: event.clientY, meaning: meaning(one), once: one.matches(ONCE) && !one.closest("#look")});

  // a hand opens on pointerdown
  document.addEventListener("pointerdown", event => {
    const one = event.target.closest("[data-look]");
    if (one && appeared(tapOn(one, event))) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("click", event => {
    const one = control(event.target);
    if (!event.detail || event.target === echo) return; // a key, or a label's click on its field
    if (one) {
      const tap = tapOn(one, event);
      if (appeared(tap) || half(tap)) { event.preventDefault(); event.stopImmediatePropagation(); return; }
      taken = tap;
      echo = one.closest("label")?.control;
    }
    mark(event);
  }, true);
  document.addEventListener("htmx:before:swap", mark);
})();
