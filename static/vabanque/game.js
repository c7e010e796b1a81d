// A tap on a table of the ring fills the form of the act and sends it; while the keeper counts, it is a chip more there.
(() => {
  const { shown } = companion;
  const counting = () => document.querySelector("#keeper .unfold:checked")?.form;

  function counted(form) {
    const placed = [...form.querySelectorAll(".stepper input")].reduce((all, field) => all + (Number(field.value) || 0), 0);
    const count = form.querySelector(".count"), all = Number(form.elements.slot.dataset.of);
    count.textContent = count.dataset.text.replace("{done}", placed).replace("{all}", all);
    form.querySelector(".folded > button").disabled = placed !== all;
  }

  const shake = backs => backs.animate?.([{transform: "none"}, {transform: "translateX(6px)"}, {transform: "none"}], {duration: 200, iterations: 2});

  function tapped(casino) {
    const keeper = counting();
    if (keeper) { keeper.elements["table-" + casino.dataset.casino].parentElement.querySelector("[data-add='1']").click(); return; }
    const form = shown("form.act");
    if (!form || !casino.dataset.name) return;
    const backs = form.querySelector(".backs");
    if (backs && !form.querySelector("[name=place]:checked")) { shake(backs); return; }
    form.elements[casino.dataset.name].value = casino.dataset.value;
    form.requestSubmit();
  }

  document.addEventListener("click", event => {
    const casino = event.target.closest(".casino");
    if (casino) tapped(casino);
  });
  document.addEventListener("keydown", event => {
    const casino = event.target.closest?.(".casino");
    if (casino && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); tapped(casino); }
  });
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, event => { if (event.target.closest("#keeper")) counted(event.target.form); });
  }
  document.addEventListener("companion:drawn", () => {
    const keeper = counting();
    if (keeper) counted(keeper); // somebody placed a chip meanwhile: the sum is another
  });
  // the next card is chosen anew
  document.addEventListener("companion:saved", event => {
    for (const back of event.detail.form.querySelectorAll("[name=place]:checked")) back.checked = false;
  });
})();
