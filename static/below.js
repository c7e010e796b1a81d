// Sets --below to the bottom of the headline, which may have several lines: the hint and notices lie under it. It is
// set on these two alone, since setting it on the body would restyle the whole page.
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
