// Functions of every page. `companion.shown` finds elements that this device is shown, since the page has those of
// others too. `companion.goes` leads to another page once, although a tap and the stream may both ask for it.
// `companion.local` and `.session` store text. Storage may be missing (null), forbidden (reading throws) or full
// (writing throws): memory then replaces it. `companion.fields` is the data of a form sent by a button: before iOS
// 16.4, Chrome 112 and Firefox 111 `FormData` leaves the button out.
const storing = name => {
  const memory = new Map();
  return {
    get(key) { try { return memory.get(key) ?? globalThis[name].getItem(key); } catch { return null; } },
    set(key, value) {
      memory.set(key, value);
      try { globalThis[name].setItem(key, value); memory.delete(key); } catch {} // memory has it
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

// before iOS 16 there is no `requestSubmit`; our own script sends the form on this event
HTMLFormElement.prototype.requestSubmit ??= function submit() {
  if (this.reportValidity()) this.dispatchEvent(new SubmitEvent("submit", {bubbles: true, cancelable: true}));
};

// fill in the name that was typed last on this phone
for (const field of document.querySelectorAll("[data-remember]")) {
  field.value ||= companion.local.get(field.dataset.remember) ?? "";
  field.addEventListener("change", () => companion.local.set(field.dataset.remember, field.value));
}

// a table screen works without cookies
if (navigator.cookieEnabled === false && !document.body.classList.contains("at-table")) document.getElementById("no-cookies").hidden = false;
