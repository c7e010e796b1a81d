// Fetches one's own hand, and removes it after; it is never stored. A button shows it while it is held, or for some
// seconds. A form opens as a dialog, which has the focus and gives it back; so does a hand opened by a key or by a screen
// reader. A form closes when nobody touches it, unless it was opened so.
(() => {
  const cover = document.getElementById("look"), time = document.getElementById("look-for");
  const IDLE = 45000, TIME = "companion-look-for", USUAL = 4;
  const { draft } = companion;
  let held = null, asked = 0, timer = 0, spoken = false;

  const seconds = () => Number(companion.local.get(TIME) ?? USUAL);
  const stays = () => cover.matches(".choosing, .stays");

  // the tap of a screen reader has no width, or comes from a mouse without pressure on a device that is touched
  const unseen = event => event.width === 0
    || event.pointerType === "mouse" && event.pressure === 0 && navigator.maxTouchPoints > 0;

  async function hand({look, open}) {
    const headers = look ? {"Companion-Look": "1"} : {};
    const answer = await fetch(look ?? open, {cache: "no-store", headers}).catch(() => null);
    return answer?.ok ? answer.text() : "";
  }
  companion.hand = hand;

  // empty when it opens, so that no field gets the focus by itself
  function dialog(html) {
    cover.classList.add(held.dataset.open ? "choosing" : "stays");
    cover.showModal();
    cover.innerHTML = html;
    if (!cover.querySelector("[data-close]")) whole();
    (cover.querySelector("[autofocus]") ?? cover).focus();
  }

  // without a form it is read as a whole (aria-describedby), and has a button to close it
  function whole() {
    const told = document.createElement("div"), closes = document.createElement("button");
    told.id = "told-hand";
    told.append(...cover.children);
    closes.type = "button";
    closes.dataset.close = "";
    closes.textContent = cover.dataset.closes;
    cover.append(told, closes);
  }

  async function open(button, asDialog = false) {
    const mine = ++asked;
    held = button;
    const html = await hand(button.dataset);
    if (!html) document.dispatchEvent(new CustomEvent("companion:away"));
    if (mine !== asked || !html) return false;
    if (asDialog) dialog(html);
    else {
      cover.innerHTML = html;
      cover.open = true; // without the focus
    }
    return true;
  }

  function close() {
    const back = stays() && held;
    clearTimeout(timer);
    asked++;
    held = null;
    if (cover.classList.contains("choosing")) draft.keep(cover.querySelector("form"));
    const looked = cover.childElementCount > 0;
    cover.classList.remove("choosing", "stays");
    cover.replaceChildren();
    if (cover.open) cover.close();
    if (back) companion.focus(back);
    if (looked) companion.shown("[data-after-look]")?.requestSubmit(); // a lent device is returned after one look
  }

  function idle() {
    clearTimeout(timer);
    if (!spoken) timer = setTimeout(close, IDLE);
  }

  const button = event => event.target.closest?.("[data-look]");
  document.addEventListener("pointerdown", event => {
    spoken = unseen(event);
    if (!button(event) || "cover" in button(event).dataset || spoken) return;
    event.preventDefault();
    open(button(event));
  });
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    document.addEventListener(end, event => {
      if (end === "contextmenu" && button(event)) event.preventDefault();
      else if (held?.dataset.look && !("cover" in held.dataset) && !stays()) close();
    });
  }

  function look(pressed) {
    close();
    const asDialog = spoken || !seconds();
    open(pressed, asDialog).then(opened => {
      if (opened && !asDialog) timer = setTimeout(close, 1000 * seconds());
    });
  }

  // opened without holding: it closes by itself, or by a tap anywhere
  document.addEventListener("click", event => {
    const pressed = button(event), opener = event.target.closest("[data-open]");
    spoken ||= !event.detail && Boolean(pressed || opener); // a key
    if (opener) {
      close();
      open(opener, true).then(opened => {
        if (!opened) return; // no connection
        idle();
        draft.restore(cover.querySelector("form"));
      });
    } else if (stays()) {
      if (event.target.closest("[data-close], [role=button]")) close();
    } else if (held && "cover" in held.dataset) close();
    else if (pressed && ("cover" in pressed.dataset || spoken)) look(pressed);
  });
  for (const touch of ["click", "input", "keydown"]) {
    document.addEventListener(touch, event => {
      if (cover.classList.contains("choosing") && cover.contains(event.target)) idle();
    });
  }
  cover.addEventListener("close", () => { if (stays()) close(); }); // Escape

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
  // Tab may lead out of a dialog to the browser's own buttons
  addEventListener("blur", () => { if (!stays()) close(); });
  document.addEventListener("visibilitychange", close);
  addEventListener("pagehide", close);

  if (time) {
    time.value = String(seconds());
    time.addEventListener("change", () => companion.local.set(TIME, time.value));
  }
})();
