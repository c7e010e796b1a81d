// Calculates a slip while it is filled in. For a race card its number is enough if the deck is known, else the focus
// moves from number to number. Digits come from the pad or a keyboard.
(() => {
  const fill = (text, blanks) => text.replace(/\{(\w+)\}/g, (_, key) => blanks[key]);
  const money = thousands => new Intl.NumberFormat(document.documentElement.lang, {useGrouping: "always"}).format(1000 * thousands);
  const FIELDS = ".grid input, .numbers input";
  const cells = form => [...form.querySelectorAll(FIELDS)].filter(one => !one.hasAttribute("readonly"));
  const lay = form => form.querySelector("button.primary");
  const horses = form => [...form.querySelectorAll(".numbers .which")].map(one => one.textContent.trim());
  let early = []; // digits tapped before the hand arrives

  function select(field) {
    for (const cell of cells(field.form)) cell.classList.toggle("here", cell === field);
    field.dataset.fresh = "";
  }

  function reckon(form) {
    const {money: purse, least, sum, low, much} = form.dataset, line = form.querySelector(".running");
    const fields = cells(form), total = fields.reduce((all, field) => all + Number(field.value), 0), over = total > Number(purse);
    const wrong = ({value}) => !Number.isInteger(Number(value)) || Number(value) && Number(value) < Number(least), odd = fields.some(wrong);
    for (const field of fields) field.setAttribute("aria-invalid", Boolean(wrong(field) || over && field.value));
    line.textContent = over ? fill(much, {short: money(total - purse)}) : odd ? low : fill(sum, {sum: money(total), left: money(purse - total)});
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

  // the four numbers of a card are shown to be checked, and sent
  function looked(field) {
    const {deck, none} = field.closest(".numbers").dataset, form = field.form, line = form.querySelector(".running");
    const card = deck.split(" ")[Number(field.value) - 1], wrong = Number(field.value) > 0 && !card;
    for (const horse of [1, 2, 3, 4]) form.elements[`move-${horse}`].value = card?.[horse - 1] ?? "";
    line.textContent = wrong ? none : "";
    form.querySelector("output").textContent = card ? horses(form).map((name, nth) => `${name} ${card[nth]}`).join(", ") : "";
    line.classList.toggle("wrong", wrong);
    lay(form).disabled = !card;
  }

  // a card from another edition, or an illegible one: enter its four numbers
  function byHand(form) {
    const numbers = form.querySelector(".numbers");
    numbers.classList.remove("of-deck");
    numbers.querySelector(".of-card").replaceChildren();
    form.querySelector("[data-by-hand]").hidden = true;
    form.querySelector(".running").textContent = "";
    for (const field of numbers.querySelectorAll("input")) field.removeAttribute("readonly");
  }

  function changed(field) {
    if (field.closest(".of-card")) { looked(field); return; }
    if (field.hasAttribute("readonly")) byHand(field.form); // restore a card that was half typed
    if (field.closest(".numbers")) onward(field); else reckon(field.form);
  }

  function anew(form) {
    byHand(form);
    for (const field of cells(form)) field.value = "";
    cells(form)[0].focus();
  }

  function rub(form, field) {
    const filled = cells(form).filter(one => one.value), typed = form.querySelector(".numbers") && !form.querySelector(".of-card input");
    const last = typed ? filled.at(-1) : field;
    if (!last) return;
    last.value = typed ? "" : last.value.slice(0, -1);
    last.focus();
    delete last.dataset.fresh;
    changed(last);
  }

  function digit(form, key) {
    const field = form.querySelector(".here") ?? (form.querySelector(".numbers") && (cells(form).find(one => !one.value) ?? form.querySelector(".of-card input")));
    if (!key) { rub(form, field); return; }
    if (!field) {
      form.querySelector(".grid")?.animate?.([{transform: "none"}, {transform: "translateX(6px)"}, {transform: "none"}], {duration: 200, iterations: 2});
      return;
    }
    const before = "fresh" in field.dataset ? "" : field.value, full = before.length >= field.maxLength;
    field.value = field.closest(".numbers") ? (full ? "" : before) + key : (before + key).replace(/^0+/, "").slice(0, field.maxLength);
    if (!field.classList.contains("here")) field.focus();
    delete field.dataset.fresh;
    changed(field);
  }

  document.addEventListener("pointerdown", event => { if (event.target.closest?.(".pad")) event.preventDefault(); });
  document.addEventListener("focusin", event => {
    if (!event.target.matches(FIELDS) || event.target.hasAttribute("readonly")) return;
    select(event.target);
    const keys = early;
    early = [];
    Promise.resolve().then(() => { for (const key of keys) digit(event.target.form, key); }); // after the draft is restored
  });
  document.addEventListener("click", event => {
    const field = event.target.closest(".grid input"), key = event.target.closest("[data-digit]"), hand = event.target.closest("[data-by-hand]");
    if (key && !key.form) early.push(key.dataset.digit); // it opens the hand
    if (key?.form) digit(key.form, key.dataset.digit);
    if (hand) anew(hand.form);
    if (field) field.dataset.fresh = ""; // the next digit replaces the value
    if (field && !field.value) { field.value = field.form.dataset.least; reckon(field.form); }
    steered(event.target.closest(".action"));
  });
  document.addEventListener("input", event => {
    if (event.target.matches(FIELDS)) changed(event.target);
    steered(event.target.closest(".action"));
  });

  document.addEventListener("companion:away", () => { early = []; });

  // one form for all seats: set the slot of this device's holder
  document.addEventListener("formdata", event => {
    const mine = event.target.matches(".turned") && companion.shown("[data-slot]", event.target);
    if (mine) event.formData.set("slot", mine.value ?? mine.getAttribute("value"));
  });

  // the next action card starts at zero
  document.addEventListener("companion:saved", () => {
    document.querySelector(".action")?.reset();
    const fold = document.getElementById("action-open");
    if (fold) fold.checked = false;
  });

  // an action card without effect cannot be played
  function steered(form) {
    const idle = [...form?.querySelectorAll(".stepper input") ?? []].every(field => !Number(field.value.replace("−", "-")));
    for (const button of form?.querySelectorAll("button.wide") ?? []) button.disabled = idle;
  }
})();
