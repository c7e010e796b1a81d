// Moves horses from their old position by script, since WebKit animates no SVG attributes in CSS.
(() => {
  const RUN = {duration: 1600, delay: 600, easing: "cubic-bezier(.3, 0, .2, 1)", fill: "backwards"};
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const horses = () => [...document.querySelectorAll(".track .horse")];
  const place = horse => "translate(" + horse.getAttribute("transform").match(/[\d.]+/g).map(one => `${one}px`) + ")";
  let stood = new Map();

  function run() {
    const at = new Map(horses().map(one => [one.id, place(one)]));
    const still = calm.matches || document.body.classList.contains("at-end");
    for (const one of still ? [] : horses()) {
      const from = stood.get(one.id), to = at.get(one.id);
      if (from && from !== to) one.animate([{transform: from}, {transform: to}], RUN);
    }
    stood = at;
  }

  document.addEventListener("companion:drawn", run);
  document.addEventListener("click", () => { for (const one of horses()) for (const running of one.getAnimations()) running.finish(); });
  run();
})();
