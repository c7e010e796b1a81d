// A tap on the board fills the form of the act and sends it; the last pawn of a round asks once more.
(() => {
  const sure = document.getElementById("sure");
  const { shown } = companion;

  const sum = form => [...form.querySelectorAll(".stepper input")].reduce((all, field) => all + (Number(field.value) || 0), 0);

  function counted(form) {
    const count = form.querySelector(".count"), done = sum(form), all = Number(form.elements.slot.dataset.of);
    count.textContent = count.dataset.text.replace("{done}", done).replace("{all}", all);
    form.querySelector(".folded > button").disabled = done !== all;
  }

  function add(field, by) {
    field.value = Math.min(Number(field.dataset.most ?? 99), Math.max(Number(field.dataset.least ?? 0), (Number(field.value) || 0) + by));
    if (field.form.querySelector(".count")) counted(field.form);
    totalled(field.form);
  }

  function totalled(form) {
    const total = form?.querySelector(".total");
    if (total) total.textContent = sum(form);
  }

  function ask(form) {
    sure.querySelector("h2").textContent = sure.querySelector("[value=yes]").textContent = form.dataset.sure;
    sure.querySelector("p").textContent = form.dataset.sureText;
    sure.returnValue = "";
    sure.showModal();
    sure.onclose = () => {
      if (sure.returnValue !== "yes" || !form.isConnected) return;
      form.elements.sure.value = "yes";
      form.requestSubmit();
    };
  }

  function tapped(casino) {
    const keeper = document.querySelector("#keeper .unfold:checked")?.form;
    if (keeper) { add(keeper.elements["table-" + casino.dataset.casino], 1); return; }
    const form = shown("form.act");
    if (!form || !casino.dataset.name) return;
    if (form.querySelector(".backs") && !form.querySelector("[name=place]:checked")) {
      form.querySelector(".backs").animate?.([{transform: "none"}, {transform: "translateX(6px)"}, {transform: "none"}], {duration: 200, iterations: 2});
      return;
    }
    form.elements[casino.dataset.name].value = casino.dataset.value;
    if (form.dataset.sure) ask(form); else form.requestSubmit();
  }

  document.addEventListener("click", event => {
    const casino = event.target.closest(".casino"), step = event.target.closest("[data-add]");
    if (casino) tapped(casino);
    if (step) add(step.parentElement.querySelector("input"), Number(step.dataset.add));
  });
  document.addEventListener("keydown", event => {
    const casino = event.target.closest?.(".casino");
    if (casino && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); tapped(casino); }
  });
  document.addEventListener("input", event => {
    if (event.target.closest("#keeper .stepper")) counted(event.target.form);
    totalled(event.target.form);
  });
  document.addEventListener("toggle", event => { if (event.target.open) event.target.scrollIntoView({block: "nearest"}); }, true);
  document.addEventListener("companion:drawn", () => {
    const keeper = document.querySelector("#keeper .unfold:checked")?.form;
    if (keeper) counted(keeper); // somebody placed a chip meanwhile: the sum is another
  });
  document.addEventListener("change", event => {
    if (event.target.matches("#keeper .unfold")) counted(event.target.form);
    if (event.target.matches(".unfold:checked")) event.target.parentElement.scrollIntoView({block: "nearest"});
  });
})();
