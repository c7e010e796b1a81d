// Restores what was filled in when a hand was closed, if it opens for the same decision. It is kept in this page's
// memory until it is sent, never on a lent device.
(() => {
  let draft = null;

  const filled = form => [...new FormData(form)].filter(([name]) => !["op", "sure"].includes(name));

  function keep(form) {
    if (form && !companion.shown("[data-after-look]")) draft = {slot: form.elements.slot.value, fields: filled(form)};
  }

  function fill(form, [name, value]) {
    const field = form.elements[name];
    if (!field || field.value === value) return;
    field.value = value;
    if (field instanceof Element) field.dispatchEvent(new Event("input", {bubbles: true}));
  }

  function restore(form) {
    if (form && draft?.slot === form.elements.slot.value) for (const one of draft.fields) fill(form, one);
    draft = null;
  }

  companion.draft = {keep, restore, drop: form => { if (!form || form.elements.slot?.value === draft?.slot) draft = null; }};
})();
