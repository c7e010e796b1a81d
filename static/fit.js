// The stage never scrolls: what would not fit is made smaller, step by step, and never larger than it is. A picture on the
// board fits by itself.
(() => {
  const LEAST = 45, STEP = 5;
  const board = document.getElementById("board");
  const beside = [document.getElementById("side"), document.getElementById("people")];
  const fits = one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;

  function lies(one) {
    const inner = one.getBoundingClientRect(), outer = board.getBoundingClientRect();
    return one.matches("svg") || (inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1);
  }

  function fit() {
    for (let size = 100; size >= LEAST; size -= STEP) {
      document.body.dataset.fit = size;
      if (beside.every(fits) && [...board.children].every(lies)) return;
    }
  }

  document.addEventListener("companion:drawn", fit);
  addEventListener("resize", fit);
  document.fonts?.ready.then(fit);
  fit();
})();
