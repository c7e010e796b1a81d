// Form helpers: steppers count within their bounds, `.total` shows the sum, and a form that unfolds scrolls into view.
// Colours for people without a phone are those that are free; after they sit down, their form is empty and closed.
(() => {
  const sum = form => [...form.querySelectorAll(".stepper input")].reduce((all, field) => all + (Number(field.value) || 0), 0);

  const least = field => Number(field.dataset.least ?? 0), most = field => Number(field.dataset.most ?? 99);

  function add(field, by) {
    field.value = Math.min(most(field), Math.max(least(field), (Number(field.value) || 0) + by));
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }

  document.addEventListener("click", event => {
    const step = event.target.closest("[data-add]"), field = step?.parentElement.querySelector("input");
    if (!step) return;
    add(field, Number(step.dataset.add));
    step.parentElement.querySelector("output").textContent = `${field.getAttribute("aria-label")} ${field.value}`;
  });
  // + and − at their bounds keep the focus
  function ends(field) {
    for (const button of field.closest(".stepper")?.querySelectorAll("[data-add]") ?? []) {
      button.setAttribute("aria-disabled", Number(field.value) === (button.dataset.add < 0 ? least : most)(field));
    }
  }

  document.addEventListener("input", event => {
    ends(event.target);
    const total = event.target.form?.querySelector(".total");
    if (total) total.textContent = sum(event.target.form);
  });
  document.addEventListener("companion:drawn", () => {
    for (const field of document.querySelectorAll(".phoneless [name=colour]")) {
      field.disabled = document.querySelector(`#people [data-of=${field.value}]`) !== null;
      if (field.disabled) field.checked = false;
    }
  });
  document.addEventListener("companion:saved", event => {
    const asked = event.detail?.form.closest(".phoneless");
    if (asked) { event.detail.form.reset(); asked.open = false; }
  });
  document.addEventListener("click", event => {
    const one = event.target.closest("summary")?.parentElement;
    setTimeout(() => { if (one?.open) one.scrollIntoView({block: "nearest"}); });
  });
  document.addEventListener("change", event => {
    if (event.target.matches(".unfold:checked")) event.target.parentElement.scrollIntoView({block: "nearest"});
  });
})();
