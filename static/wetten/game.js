// A slip reckons while it is filled in; a race card jumps to the next number.
(() => {
  const fill = (text, blanks) => text.replace(/\{(\w+)\}/g, (_, key) => blanks[key]);

  function reckon(form) {
    const {money, least, sum, low, much} = form.dataset, line = form.querySelector(".running");
    const stakes = [...form.querySelectorAll(".grid input")].map(field => Number(field.value) || 0);
    const total = stakes.reduce((all, stake) => all + stake, 0);
    const short = stakes.some(stake => stake && stake < Number(least)), over = total > Number(money);
    line.textContent = over ? much : short ? fill(low, {least}) : fill(sum, {sum: total, left: Number(money) - total});
    line.classList.toggle("wrong", over || short);
    form.querySelector("button.primary").disabled = over || short;
  }

  document.addEventListener("input", event => {
    const field = event.target, form = field.closest?.(".slip");
    if (!form) return;
    if (form.querySelector(".running")) { reckon(form); return; }
    if (!/^[0-9]$/.test(field.value)) { field.value = ""; return; }
    const fields = [...form.querySelectorAll(".numbers input")];
    (fields[fields.indexOf(field) + 1] ?? form.querySelector("button.primary")).focus();
  });
})();
