// Moves horses from where they stood by script, since WebKit animates no SVG attributes in CSS.
(() => {
  const RUN = {duration: 1600, delay: 600, easing: "cubic-bezier(.3, 0, .2, 1)", fill: "backwards"};
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const horses = () => [...document.querySelectorAll(".track .horse")];
  let stood = new Map();

  function run() {
    const at = new Map(horses().map(one => [one.id, Number(one.dataset.at)]));
    const wide = document.querySelector(".track")?.getBoundingClientRect().width;
    const still = calm.matches || document.body.classList.contains("at-end");
    for (const one of still ? [] : horses()) {
      const back = at.get(one.id) - stood.get(one.id);
      if (back) one.animate([{transform: `translate(${-back * wide / 100}px)`}, {transform: "translate(0px)"}], RUN);
    }
    stood = at;
  }

  document.addEventListener("companion:drawn", run);
  document.addEventListener("click", () => { for (const one of horses()) for (const running of one.getAnimations()) running.finish(); });
  run();
})();
