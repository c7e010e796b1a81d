// Keeps the table screen awake, and chimes when it is somebody's turn, unless muted. Wake locks need https: elsewhere
// NoSleep plays an invisible film after a tap. Its theme is kept in a cookie, so that pages come in it.
(() => {
  const MUTED = "companion-muted", THEME = "companion-theme", A_YEAR = 31536000;
  const [button, theme] = ["sound", "theme"].map(id => document.getElementById(id)), stay = new NoSleep();
  const page = document.documentElement;
  let waited = "";

  const awake = () => stay.enable().catch(() => {});

  async function tapped() {
    if (!stay.isEnabled) await awake();
    if (!stay.isEnabled) document.dispatchEvent(new CustomEvent("companion:told", {detail: button.dataset.sleeps}));
  }

  const muted = () => companion.local.get(MUTED) === "yes";
  const tell = () => {
    button.textContent = muted() ? button.dataset.off : button.dataset.on;
    theme.textContent = theme.dataset[page.dataset.theme];
  };
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
  theme.addEventListener("click", () => {
    const light = page.dataset.theme === "dark", secure = location.protocol === "https:" ? "; Secure" : "";
    page.dataset.theme = light ? "light" : "dark";
    for (const sheet of document.querySelectorAll("link[data-light]")) sheet.media = light ? "all" : "not all";
    document.cookie = `${THEME}=${page.dataset.theme}; path=/; SameSite=Lax; max-age=${A_YEAR}${secure}`;
    tell();
  });
  tell();
  awake();
})();
