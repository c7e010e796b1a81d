// The table screen never scrolls: what would not fit is shrunk in steps, first the list of players, then the events.
// Drawings on the board fit by themselves. Each try restyles the page, so it starts from the last size.
(() => {
  const [board, side, list] = ["board", "side", "people"].map(id => document.getElementById(id));
  const fits = one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;
  let told = 100, people = 100;

  function lies(one) {
    const inner = one.getBoundingClientRect(), outer = board.getBoundingClientRect();
    return one.matches("svg, link") || (inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1);
  }

  // A moving element of a reveal is measured at its destination, since it sticks out on its way.
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

  // the largest events beside the smallest list, then the largest list beside those
  function shrink() {
    if (!good(told, people) || told < 100) told = largest(told, 5, 45, 100, size => good(size, 50));
    const most = Math.max(50, told - told % 10);
    people = largest(Math.min(people, most), 10, 50, most, size => good(told, size));
    good(told, people);
  }

  document.addEventListener("companion:drawn", fit);
  addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);
  document.addEventListener("load", fit, true); // a style sheet that came with a page
  document.fonts?.ready.then(fit);
  fit();
})();
