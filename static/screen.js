// Keeps the table screen awake, and chimes when it is somebody's turn, unless muted. Wake locks need https: elsewhere
// NoSleep plays an invisible film after a tap.
(() => {
  const MUTED = "companion-muted", button = document.getElementById("sound"), stay = new NoSleep();
  let waited = "";

  const awake = () => stay.enable().catch(() => {});

  async function tapped() {
    if (!stay.isEnabled) await awake();
    if (!stay.isEnabled) document.dispatchEvent(new CustomEvent("companion:told", {detail: button.dataset.sleeps}));
  }

  const muted = () => companion.local.get(MUTED) === "yes";
  const tell = () => { button.textContent = muted() ? button.dataset.off : button.dataset.on; };
  const chime = () => { if (!muted()) companion.chime(); };

  document.addEventListener("visibilitychange", () => { if (!document.hidden) awake(); });
  document.addEventListener("click", tapped, {once: true});
  document.addEventListener("companion:drawn", () => {
    const line = companion.shown(".turn")?.textContent ?? "";
    if (line !== waited) { waited = line; chime(); }
  });
  button.addEventListener("click", () => {
    companion.local.set(MUTED, muted() ? "no" : "yes");
    tell();
    chime();
  });
  tell();
  awake();
})();
