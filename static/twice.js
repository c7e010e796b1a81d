// The second half of a double tap means nothing, whatever has come under the finger meanwhile. It is counted from the
// last tap that was taken, never from one that was dropped: so whoever goes on tapping gets on, and a page that has been
// there for half a second takes the tap. What may be tapped fast (data-fast) is dropped only where it follows another.
(() => {
  const TWICE = 400, NEAR = 30;
  const GUARDED = "#live form button:not([type=button]), [data-fast]";
  let taken = null;

  const half = tap => taken !== null && tap.at - taken.at <= TWICE
    && Math.hypot(tap.x - taken.x, tap.y - taken.y) < NEAR && (!tap.fast || tap.fast !== taken.fast);

  document.addEventListener("click", event => {
    if (!event.detail || !event.target.closest(GUARDED) || event.target.closest("#look")) return;
    const tap = {at: event.timeStamp, x: event.clientX, y: event.clientY, fast: event.target.closest("[data-fast]")};
    if (half(tap)) { event.preventDefault(); event.stopImmediatePropagation(); } else taken = tap;
  }, true);
})();
