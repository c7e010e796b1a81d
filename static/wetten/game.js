// A slip reckons while it is filled in; a race card jumps to the next number. Digits come from the pad under the thumb,
// or from a keyboard where there is one.
(() => {
  const fill = (text, blanks) => text.replace(/\{(\w+)\}/g, (_, key) => blanks[key]);
  const money = thousands => new Intl.NumberFormat(document.documentElement.lang).format(1000 * thousands);
  const cells = form => [...form.querySelectorAll(".grid input, .numbers input")];
  const lay = form => form.querySelector("button.primary");

  function select(field) {
    for (const cell of cells(field.form)) cell.classList.toggle("here", cell === field);
    field.dataset.fresh = "";
  }

  function reckon(form) {
    const {money: purse, least, sum, low, much} = form.dataset, line = form.querySelector(".running");
    const stakes = cells(form).map(field => Number(field.value)), total = stakes.reduce((all, stake) => all + stake, 0);
    const odd = stakes.some(stake => !Number.isInteger(stake) || stake && stake < Number(least)), over = total > Number(purse);
    line.textContent = over ? fill(much, {sum: money(total)}) : odd ? low : fill(sum, {sum: money(total), left: money(purse - total)});
    line.classList.toggle("wrong", over || odd);
    lay(form).disabled = over || odd;
    lay(form).textContent = total ? lay(form).dataset.bets : lay(form).dataset.none;
  }

  function onward(field) {
    const form = field.form, fields = cells(form);
    if (!/^[0-9]$/.test(field.value)) field.value = "";
    const next = fields.find(one => !one.value);
    lay(form).disabled = Boolean(next);
    if (field.value) (next ?? lay(form)).focus();
    if (field.value && !next) field.classList.remove("here");
  }

  const changed = field => field.closest(".numbers") ? onward(field) : reckon(field.form);

  function rub(form, field) {
    const filled = cells(form).filter(one => one.value), last = form.querySelector(".numbers") ? filled.at(-1) : field;
    if (!last) return;
    last.value = form.querySelector(".numbers") ? "" : last.value.slice(0, -1);
    last.focus();
    changed(last);
  }

  function digit(form, key) {
    const field = form.querySelector(".here") ?? (form.querySelector(".numbers") && cells(form).find(one => !one.value));
    if (!key) { rub(form, field); return; }
    if (!field) {
      form.querySelector(".grid")?.animate?.([{transform: "none"}, {transform: "translateX(6px)"}, {transform: "none"}], {duration: 200, iterations: 2});
      return;
    }
    const before = "fresh" in field.dataset ? "" : field.value;
    field.value = form.querySelector(".numbers") ? key : (before + key).replace(/^0+/, "").slice(0, field.maxLength);
    if (!field.classList.contains("here")) field.focus();
    delete field.dataset.fresh;
    changed(field);
  }

  document.addEventListener("pointerdown", event => { if (event.target.closest?.(".pad")) event.preventDefault(); });
  document.addEventListener("focusin", event => { if (event.target.matches(".grid input, .numbers input")) select(event.target); });
  document.addEventListener("click", event => {
    const field = event.target.closest(".grid input"), key = event.target.closest("[data-digit]");
    if (key) digit(key.form, key.dataset.digit);
    if (field) field.dataset.fresh = ""; // what is typed now takes the place of what stands there
    if (field && !field.value) { field.value = field.form.dataset.least; reckon(field.form); }
    steered(event.target.closest(".action"));
  });
  document.addEventListener("input", event => {
    if (event.target.matches(".grid input, .numbers input")) changed(event.target);
    steered(event.target.closest(".action"));
  });

  // the next action card begins at nothing
  document.addEventListener("companion:saved", () => {
    document.querySelector(".action")?.reset();
    const fold = document.getElementById("action-open");
    if (fold) fold.checked = false;
  });

  // an action card that does nothing cannot be played
  function steered(form) {
    const idle = [...form?.querySelectorAll(".stepper input") ?? []].every(field => !Number(field.value.replace("−", "-")));
    for (const button of form?.querySelectorAll("button.wide") ?? []) button.disabled = idle;
  }
})();
