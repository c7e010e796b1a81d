// What every page has. What is on the page for others is there too: `companion.shown` finds what this device is shown.
// `companion.goes` leads to another page: who is on the way there, by a tap or by the stream, would begin it anew.
// `companion.local` and `.session` store text in the browser. Storage may be missing (null), forbidden (reading throws)
// or full (writing throws): this page's memory stands in for it. `companion.fields` is what a form sends by a button:
// before iOS 16.4, Chrome 112 and Firefox 111 `FormData` leaves the button out.
const storing = name => {
  const memory = new Map();
  return {
    get(key) { try { return memory.get(key) ?? globalThis[name].getItem(key); } catch { return null; } },
    set(key, value) {
      memory.set(key, value);
      try { globalThis[name].setItem(key, value); memory.delete(key); } catch {} // it stays in memory
    },
    remove(key) {
      memory.delete(key);
      try { globalThis[name].removeItem(key); } catch {}
    },
  };
};

globalThis.companion = {
  local: storing("localStorage"),
  session: storing("sessionStorage"),
  fields(form, button) {
    const all = new FormData(form);
    if (button?.name) all.append(button.name, button.value);
    return all;
  },
  shown: (selector, within = document) => [...within.querySelectorAll(selector)].find(one => one.getClientRects().length > 0),
  goes(path) {
    const url = new URL(path, location.origin).href;
    if (url === companion.bound) return;
    companion.bound = url;
    setTimeout(() => { companion.bound = null; }, 5_000);
    location.assign(url);
  },
};

// before iOS 16 a form cannot be sent by a script: but a script of ours sends it, once it hears of it
HTMLFormElement.prototype.requestSubmit ??= function submit() {
  if (this.reportValidity()) this.dispatchEvent(new SubmitEvent("submit", {bubbles: true, cancelable: true}));
};

// a name typed once on this phone is there the next time
for (const field of document.querySelectorAll("[data-remember]")) {
  field.value ||= companion.local.get(field.dataset.remember) ?? "";
  field.addEventListener("change", () => companion.local.set(field.dataset.remember, field.value));
}

// a table screen that only watches needs no cookies
if (navigator.cookieEnabled === false && !document.body.classList.contains("at-table")) document.getElementById("no-cookies").hidden = false;
