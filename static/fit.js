// The stage never scrolls: what would not fit beside the board is made smaller, step by step, and never larger than it is.
(() => {
  const LEAST = 45, STEP = 5;
  const parts = [document.getElementById("side"), document.getElementById("people")];
  const fits = one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1;

  function fit() {
    for (let size = 100; size >= LEAST; size -= STEP) {
      document.body.dataset.fit = size;
      if (parts.every(fits)) return;
    }
  }

  document.addEventListener("companion:drawn", fit);
  addEventListener("resize", fit);
  document.fonts?.ready.then(fit);
  fit();
})();
