// Where the headline ends (--below): what opens over the page lies under it, however many lines it has.
(() => {
  function measure() {
    const turn = companion.shown(".turn");
    if (turn) document.body.style.setProperty("--below", `${Math.round(turn.getBoundingClientRect().bottom)}px`);
  }

  document.addEventListener("companion:drawn", measure);
  document.addEventListener("companion:me", measure);
  addEventListener("resize", measure);
  document.fonts?.ready.then(measure);
  measure();
})();
