// Sets --below to where the headline ends, however many lines it has: the hint and a notice lie under it. It is set on
// these two alone: set on the body, it would have the whole page styled anew.
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
