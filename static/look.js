// Fetches one's own hand while the button is held, and removes it after; it is never stored. With a form in it, it
// stays open until it is sent or closed, and closes itself when nobody touches it.
(() => {
  const cover = document.getElementById("look");
  const IDLE = 45000;
  const { draft } = companion;
  let held = null, asked = 0, timer = 0;

  async function hand({look, open}) {
    const headers = look ? {"Companion-Look": "1"} : {};
    const answer = await fetch(look ?? open, {cache: "no-store", headers}).catch(() => null);
    return answer?.ok ? answer.text() : "";
  }

  async function open(button) {
    const mine = ++asked;
    held = button;
    const html = await hand(button.dataset);
    if (mine === asked) cover.innerHTML = html;
    if (!html) document.dispatchEvent(new CustomEvent("companion:away"));
  }

  function close() {
    clearTimeout(timer);
    asked++;
    held = null;
    if (cover.classList.contains("choosing")) draft.keep(cover.querySelector("form"));
    const looked = cover.childElementCount > 0;
    cover.classList.remove("choosing");
    cover.replaceChildren();
    if (looked) companion.shown("[data-after-look]")?.requestSubmit(); // a lent device is returned after one look
  }

  function idle() {
    clearTimeout(timer);
    timer = setTimeout(close, IDLE);
  }

  const button = event => event.target.closest?.("[data-look]");
  document.addEventListener("pointerdown", event => {
    if (!button(event) || button(event).dataset.cover) return;
    event.preventDefault();
    open(button(event));
  });
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    document.addEventListener(end, event => {
      if (end === "contextmenu" && button(event)) event.preventDefault();
      else if (held?.dataset.look && !held.dataset.cover) close();
    });
  }
  // opened without holding: it closes by itself, or by a tap anywhere
  document.addEventListener("click", event => {
    const pressed = button(event), opener = event.target.closest("[data-open]");
    if (opener) {
      close();
      open(opener).then(() => {
        if (!cover.childElementCount) return; // no connection
        cover.classList.add("choosing");
        cover.querySelector("[autofocus]")?.focus();
        idle();
        draft.restore(cover.querySelector("form"));
      });
      return;
    }
    if (cover.classList.contains("choosing")) {
      if (event.target.closest("[data-close]") || !cover.querySelector("[data-close]")) close(); else if (cover.contains(event.target)) idle();
      return;
    }
    if (held?.dataset.cover) { close(); return; }
    if (!pressed || (event.detail && !pressed.dataset.cover)) return;
    close();
    open(pressed).then(() => { timer = setTimeout(close, Number(pressed.dataset.cover ?? 4000)); });
  });
  // a sent hand closes at once, even without a connection; until it is saved it is kept as a draft
  document.addEventListener("submit", event => {
    if (cover.classList.contains("choosing") && cover.contains(event.target)) close();
  });
  document.addEventListener("companion:saved", event => {
    if (cover.classList.contains("choosing")) close();
    draft.drop(event.detail?.form);
  });
  // it may have been entered on another device: then no hand opens here, or one with another decision
  document.addEventListener("companion:drawn", async () => {
    if (!cover.classList.contains("choosing")) return;
    const mine = asked, slot = cover.querySelector("[name=slot]")?.value;
    const now = companion.shown("[data-open]") && await hand(held.dataset);
    const taken = now && slot && !now.includes(`value="${slot}"`);
    if (mine === asked && (taken || !companion.shown("[data-open]"))) close();
  });
  for (const end of ["visibilitychange", "pagehide", "blur"]) (end === "visibilitychange" ? document : window).addEventListener(end, close);
})();
