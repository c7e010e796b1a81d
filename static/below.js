// Where the headline ends (--below): what comes over the page for a while lies under it, however many lines it has.
(() => {
  function measure() {
    const turn = companion.shown(".turn");
    const bottom = turn && `${Math.round(turn.getBoundingClientRect().bottom)}px`;
    for (const over of bottom ? ["turn", "notices"] : []) document.getElementById(over).style.setProperty("--below", bottom);
  }

  document.addEventListener("companion:drawn", measure);
  document.addEventListener("companion:me", measure);
  addEventListener("resize", measure);
  document.fonts?.ready.then(measure);
  measure();
})();
