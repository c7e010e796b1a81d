// What every page has. What is on the page for others is there too: `companion.shown` finds what this device is shown.
globalThis.companion = {
  shown: (selector, within = document) => [...within.querySelectorAll(selector)].find(one => one.getClientRects().length > 0),
};

// a name typed once on this phone is there the next time
for (const field of document.querySelectorAll("[data-remember]")) {
  field.value ||= localStorage.getItem(field.dataset.remember) ?? "";
  field.addEventListener("change", () => localStorage.setItem(field.dataset.remember, field.value));
}
