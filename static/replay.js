// Steps through a finished game without loading pages: by the buttons, by arrow keys, or by itself. Playing stops at the
// end, when the page is hidden, and by a tap. Without this script each step is a page of its own.
(() => {
  const PACES = [1, 2, 4], ENTRY = 1800, PAGE = 4200;
  const KEYS = {ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last"};
  const id = name => document.getElementById(name);
  const waiting = [];
  let pace = 0, timer = 0, playing = false, busy = false;

  const over = () => id("to-forward").hasAttribute("aria-disabled");
  const long = () => document.querySelector("#entry data").dataset.scene === "payout" ? PAGE : ENTRY;

  function play(on) {
    playing = on;
    clearTimeout(timer);
    id("play").setAttribute("aria-pressed", on);
    if (on) timer = setTimeout(() => go("forward"), long() / PACES[pace]);
  }

  // A reveal is shown at its own pace by going forward; whoever hurries or goes back sees its end.
  async function go(...to) {
    waiting.push(...to);
    if (busy) return;
    busy = true;
    while (waiting.length) {
      const name = waiting.shift(), link = document.querySelector(`[data-to="${name}"]`);
      if (link.hasAttribute("aria-disabled")) continue;
      document.body.classList.toggle("told", name !== "forward" || pace > 0 || waiting.length > 0);
      const at = link.href;
      try {
        await htmx.ajax("GET", at, {source: "#offline", target: "#offline", swap: "none"});
        history.replaceState(null, "", at);
        document.dispatchEvent(new CustomEvent("companion:drawn"));
      } catch { waiting.length = 0; playing = false; }
    }
    busy = false;
    play(playing && !over() && !document.hidden);
  }

  document.addEventListener("click", event => {
    const link = event.target.closest("#replay [data-to]"), button = event.target.closest("#play, #faster");
    if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); play(false); go(link.dataset.to); return; }
    if (button?.id === "faster") {
      pace = (pace + 1) % PACES.length;
      button.textContent = `${PACES[pace]}×`;
      play(playing);
    } else if (button && !playing) {
      play(true);
      go(over() ? "first" : "forward");
    } else play(false);
  });
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("#menu")) return;
    if (event.key === " " && !event.target.closest("button")) { event.preventDefault(); id("play").click(); }
    if (!KEYS[event.key]) return;
    event.preventDefault();
    play(false);
    go(KEYS[event.key]);
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) play(false); });
  document.body.classList.add("scripted");
})();
