// The own hand is fetched while the finger is down and wiped when it is lifted; it is never kept anywhere. Where a choice
// is made in it, it stays open until it is sent or covered, and covers itself when nobody touches it.
(() => {
  const cover = document.getElementById("look");
  const IDLE = 45000;
  let held = null, asked = 0, timer = 0;

  async function open(button) {
    const mine = ++asked;
    held = button;
    const answer = await fetch(button.dataset.look ?? button.dataset.open, {cache: "no-store"}).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    if (held === button && mine === asked) cover.innerHTML = html;
  }

  function close() {
    clearTimeout(timer);
    asked++;
    held = null;
    const looked = cover.childElementCount > 0;
    cover.classList.remove("choosing");
    cover.replaceChildren();
    if (looked) document.querySelector("[data-after-look]")?.requestSubmit(); // a lent device goes back after its one look
  }

  function idle() {
    clearTimeout(timer);
    timer = setTimeout(close, IDLE);
  }

  const button = event => event.target.closest?.("[data-look]");
  document.addEventListener("pointerdown", event => {
    if (!button(event) || button(event).dataset.for) return;
    event.preventDefault();
    open(button(event));
  });
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    document.addEventListener(end, event => {
      if (end === "contextmenu" && button(event)) event.preventDefault();
      else if (held?.dataset.look && !held.dataset.for) close();
    });
  }
  // without holding: it covers itself, and a tap anywhere covers it sooner
  document.addEventListener("click", event => {
    const pressed = button(event), opener = event.target.closest("[data-open]");
    if (opener) {
      close();
      open(opener).then(() => {
        cover.classList.add("choosing");
        cover.querySelector("[autofocus]")?.focus();
        idle();
      });
      return;
    }
    if (cover.classList.contains("choosing")) {
      if (event.target.closest("[data-close]")) close(); else if (cover.contains(event.target)) idle();
      return;
    }
    if (held?.dataset.for) { close(); return; }
    if (!pressed || (event.detail && !pressed.dataset.for)) return;
    close();
    open(pressed).then(() => { timer = setTimeout(close, Number(pressed.dataset.for ?? 4000)); });
  });
  document.addEventListener("companion:saved", () => { if (cover.classList.contains("choosing")) close(); });
  for (const end of ["visibilitychange", "pagehide", "blur"]) (end === "visibilitychange" ? document : window).addEventListener(end, close);
})();
