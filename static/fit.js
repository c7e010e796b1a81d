// The stage never scrolls: what would not fit is made smaller, step by step, and never larger than it is: first the list of
// people, then what is told. A picture on the board fits by itself. Each try styles anew what changes: so it begins as it was.
(() => {
  const [board, side, list] = ["board", "side", "people"].map(id => document.getElementById(id));
  const fits = one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;
  let told = 100, people = 100;

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

  function good(large, small) {
    board.dataset.fit = side.dataset.fit = large;
    list.dataset.fit = small;
    return [side, list].every(fits) && [...board.children].every(lies);
  }

  function largest(size, step, least, most, good) {
    if (good(size)) while (size < most && good(size + step)) size += step;
    else while (size > least && !good(size -= step));
    return size;
  }

  // told as large as it can be beside the smallest list, then the list as large as it can be, but no larger
  function shrink() {
    if (!good(told, people) || told < 100) told = largest(told, 5, 45, 100, size => good(size, 50));
    const most = Math.max(50, told - told % 10);
    people = largest(Math.min(people, most), 10, 50, most, size => good(told, size));
    good(told, people);
  }

  document.addEventListener("companion:drawn", fit);
  addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);
  document.fonts?.ready.then(fit);
  fit();
})();
