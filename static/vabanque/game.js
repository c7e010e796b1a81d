// A tap on a table of the ring fills and sends the form; for the keeper it adds a chip. A tap on a face, or lifting a
// finger there, chooses that card by its place.
(() => {
  const { shown } = companion;
  const HOLD = 450, MOVED = 24;
  const counting = () => document.querySelector("#keeper .unfold:checked")?.form;

  const counts = new Map();
  let less = false, held = 0, dropped = false;

  // Counted chips stand on the ring and in the form; restore them after an update.
  function counted() {
    const form = counting();
    if (!form) counts.clear();
    for (const casino of document.querySelectorAll("g.casino")) count(casino, form);
    if (!form) return;
    const placed = [...counts.values()].reduce((all, one) => all + one, 0), all = Number(form.elements.slot.dataset.of);
    const text = form.querySelector(".count");
    text.textContent = text.dataset.text.replace("{done}", placed).replace("{all}", all);
    form.querySelector(".folded .primary").disabled = placed !== all;
    form.querySelector(".less").setAttribute("aria-pressed", less);
  }

  function count(casino, form) {
    const number = casino.dataset.casino, chips = counts.get(number) ?? 0, field = form?.elements["table-" + number];
    if (field) field.value = chips;
    for (const [name, value] of [["tabindex", "0"], ["role", "button"], ["aria-labelledby", `casino-${number}-seen casino-${number}-unsaved`]]) {
      if (form) casino.setAttribute(name, value); else casino.removeAttribute(name);
    }
    casino.querySelector(".unsaved")?.remove();
    if (!chips) return;
    const [at, rim, text] = ["g", "circle", "text"].map(name => document.createElementNS("http://www.w3.org/2000/svg", name));
    at.classList.add("unsaved");
    at.id = `casino-${number}-unsaved`;
    rim.setAttribute("r", 21);
    rim.setAttribute("cy", 7); // below the number of the table
    text.setAttribute("y", 16);
    text.textContent = "+" + chips;
    at.append(rim, text);
    casino.append(at);
  }

  function add(number, by) {
    counts.set(number, Math.max(0, (counts.get(number) ?? 0) + by));
    counted();
    const said = counting().querySelector(".counted");
    said.textContent = `${said.dataset.named.replace("{table}", number)} +${counts.get(number)}, ${counting().querySelector(".count").textContent}`;
  }

  // a tapped table stays marked until the move is saved
  const untapped = () => document.querySelector(".tapped")?.classList.remove("tapped");
  const shake = backs => backs.animate?.([{transform: "none"}, {transform: "translateX(6px)"}, {transform: "none"}], {duration: 200, iterations: 2});

  // explain why nothing happens: what is needed, or whose turn it is
  function why(form) {
    const told = form?.dataset.first ?? (form?.querySelector(".hint") ?? shown(".turn"))?.textContent.trim();
    if (told) document.dispatchEvent(new CustomEvent("companion:told", {detail: told}));
  }

  function tapped(casino) {
    const number = casino.dataset.casino;
    if (counting()) { add(number, less ? -1 : 1); return; }
    const form = shown("form.act");
    if (!form || !casino.dataset.name) {
      if (document.querySelector('#entry [data-scene="play"]') && !document.body.classList.contains("screen")) why(form);
      return;
    }
    const choice = form.querySelector(".backs, .starters");
    last();
    if (choice && !choice.querySelector(":checked")) { shake(choice); why(form); return; }
    form.elements[casino.dataset.name].value = casino.dataset.value;
    if (form.dataset.asks) form.dataset.sureText = form.dataset.asks.replace("{table}", number);
    untapped();
    casino.classList.add("tapped");
    form.requestSubmit();
  }

  // the start player can be changed: a second tap on the name shows all again
  let named = null;
  function starts(field) {
    if (named === field) field.checked = false;
    named = field.checked ? field : null;
  }

  // the last card is chosen automatically
  function last() {
    const backs = [...shown(".backs.choosing")?.querySelectorAll("input") ?? []];
    if (backs.length === 1) backs[0].checked = true;
  }

  function chosen(face) {
    const place = face.dataset.place, back = shown(".backs.choosing")?.querySelector(`[value="${place}"]`);
    if (back) back.checked = true;
    return back;
  }

  document.addEventListener("click", event => {
    const casino = event.target.closest(".casino"), face = event.target.closest("[data-place]");
    if (event.target.closest(".less")) { less = !less; counted(); }
    if (face) chosen(face)?.focus({preventScroll: true});
    if (event.target.closest(".back")?.querySelector("[disabled]")) why();
    if (event.target.matches(".starters input")) starts(event.target);
    if (casino && !dropped) tapped(casino);
    dropped = false;
  });
  document.addEventListener("keydown", event => {
    const casino = event.target.closest?.(".casino"), face = event.target.closest?.("[data-place]"), pressed = event.key === "Enter" || event.key === " ";
    if (pressed && (casino || face)) event.preventDefault();
    if (pressed && face) face.click();
    if (pressed && casino) tapped(casino);
    if (casino && ["-", "Backspace", "Delete"].includes(event.key) && counting()) add(casino.dataset.casino, -1);
  });

  // the keeper's long press removes a chip, and its click does nothing more
  document.addEventListener("pointerdown", event => {
    const casino = event.target.closest?.(".casino");
    clearTimeout(held);
    dropped = false;
    if (casino && counting()) held = setTimeout(() => { dropped = true; add(casino.dataset.casino, -1); }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(held));
  document.addEventListener("contextmenu", event => { if (counting() && event.target.closest(".casino")) event.preventDefault(); });
  // before the hand closes; a finger that was only held chooses nothing
  let from = null;
  document.addEventListener("pointerdown", event => { from = event; }, true);
  document.addEventListener("pointerup", event => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < MOVED) return;
    const face = document.elementFromPoint?.(event.clientX, event.clientY)?.closest("[data-place]");
    if (face) chosen(face);
  }, true);

  document.addEventListener("change", event => { if (event.target.matches("#all-chips")) { less = false; counted(); } });
  // a table that can be tapped is read once, as a button
  function once() {
    for (const seen of document.querySelectorAll(".felt-place[id]")) {
      if (shown(`.open[aria-labelledby=${seen.id}]`)) seen.setAttribute("aria-hidden", true); else seen.removeAttribute("aria-hidden");
    }
  }
  for (const change of ["companion:drawn", "companion:me"]) document.addEventListener(change, once);

  document.addEventListener("companion:stale", untapped);
  document.addEventListener("companion:drawn", () => { counted(); last(); }); // somebody may have placed a chip
  // choose the next card afresh
  document.addEventListener("companion:saved", event => {
    untapped();
    for (const back of event.detail.form.querySelectorAll("[name=place]:checked")) back.checked = false;
  });
})();
