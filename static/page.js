// What every page has. What is on the page for others is there too: `companion.shown` finds what this device is shown.
// `companion.goes` leads to another page: who is on the way there, by a tap or by the stream, would begin it anew.
globalThis.companion = {
  shown: (selector, within = document) => [...within.querySelectorAll(selector)].find(one => one.getClientRects().length > 0),
  goes(path) {
    const url = new URL(path, location.origin).href;
    if (url === companion.bound) return;
    companion.bound = url;
    setTimeout(() => { companion.bound = null; }, 5_000);
    location.assign(url);
  },
};

// a name typed once on this phone is there the next time
for (const field of document.querySelectorAll("[data-remember]")) {
  field.value ||= localStorage.getItem(field.dataset.remember) ?? "";
  field.addEventListener("change", () => localStorage.setItem(field.dataset.remember, field.value));
}
