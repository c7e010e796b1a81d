// The stage never scrolls: what would not fit is made smaller, step by step, and never larger than it is: first the list of
// people, then what is told. A picture on the board fits by itself.
(() => {
  const SIZES = [[100, 100], [100, 90], [100, 80], [100, 70], [100, 60], [100, 50]];
  for (let size = 95; size >= 45; size -= 5) SIZES.push([size, Math.max(50, Math.floor(size / 10) * 10)]);
  const board = document.getElementById("board");
  const beside = [document.getElementById("side"), document.getElementById("people")];
  const fits = one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;

  function lies(one) {
    const inner = one.getBoundingClientRect(), outer = board.getBoundingClientRect();
    return one.matches("svg") || (inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1);
  }

  // What is on its way in a reveal is measured where it will lie: else it sticks out, and all is made small for it.
  function fit() {
    const moving = (document.getAnimations?.() ?? []).map(one => [one, one.currentTime, one.effect.getComputedTiming().endTime]);
    const to = time => { for (const [one, now, end] of moving) if (Number.isFinite(end)) one.currentTime = time(now, end); };
    to((now, end) => end);
    shrink();
    to(now => now);
  }

  function shrink() {
    for (const [told, people] of SIZES) {
      Object.assign(document.body.dataset, {fit: told, people});
      if (beside.every(fits) && [...board.children].every(lies)) return;
    }
  }

  document.addEventListener("companion:drawn", fit);
  addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);
  document.fonts?.ready.then(fit);
  fit();
})();
