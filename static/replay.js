// Replays a finished game by buttons, keys, or by itself until its end, a tap, or the page is hidden. Without this
// script each step is a page load.
(() => {
  const ENTRY = 1800, PAGE = 4200;
  const KEYS = {ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last"};
  const one = name => document.getElementById(name), waiting = [];
  let pace = 1, timer = 0, playing = false, busy = false;

  const ways = () => [...document.querySelectorAll("[data-to]")].map(link => [link.getAttribute("href"), link.hasAttribute("aria-disabled")]).join();
  const over = () => one("to-forward").hasAttribute("aria-disabled");

  function play(on) {
    playing = on;
    clearTimeout(timer);
    one("play").setAttribute("aria-pressed", on);
    const long = document.querySelector("#entry data").dataset.scene === "payout" ? PAGE : ENTRY;
    if (on) timer = setTimeout(() => go("forward"), long / pace);
  }

  // a reveal is animated forward at 1×; else its end is shown
  async function go(name) {
    waiting.push(name);
    if (busy) return;
    busy = true;
    while (waiting.length) {
      const to = waiting.shift(), link = document.querySelector(`[data-to="${to}"]`), at = link.getAttribute("href");
      if (link.hasAttribute("aria-disabled")) continue;
      document.body.classList.toggle("at-end", to !== "forward" || pace > 1);
      try {
        const before = ways();
        await htmx.ajax("GET", at, {source: "#offline", target: "#offline", swap: "none"});
        if (ways() === before) throw new Error("an answer without the step"); // htmx accepts any
        history.replaceState(null, "", at);
        document.dispatchEvent(new CustomEvent("companion:drawn"));
      } catch {
        waiting.length = 0;
        playing = false;
        document.dispatchEvent(new CustomEvent("companion:away"));
      }
    }
    busy = false;
    play(playing && !over() && !document.hidden);
  }

  document.addEventListener("click", event => {
    const link = event.target.closest("[data-to]"), button = event.target.closest("#play, #faster")?.id;
    if (button === "faster") {
      pace = pace === 4 ? 1 : pace * 2;
      one("faster").textContent = `${pace}×`;
      play(playing);
    } else play(button === "play" && !playing);
    if (button === "play" && playing) go(over() ? "first" : "forward");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(link.dataset.to);
  });
  document.addEventListener("keydown", event => {
    const to = KEYS[event.key], space = event.key === " " && !event.target.closest("button:not(#play)");
    if (!to && !space || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (!space) { play(false); go(to); } else if (!event.repeat) one("play").click();
  });
  // A browser clicks the focused button on keyup, unless it was replaced meanwhile: it is clicked already.
  document.addEventListener("keyup", event => { if (event.key === " " && event.target.closest("#play")) event.preventDefault(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) play(false); });
  document.body.classList.add("scripted");
})();
