// Calculates a slip while it is filled in with chips; the own line counts down what is left. In a race card the focus
// moves from number to number; digits come from the pad or a keyboard.
(() => {
  const fill = (text, blanks) => text.replace(/\{(\w+)\}/g, (_, key) => blanks[key]);
  const money = thousands => new Intl.NumberFormat(document.documentElement.lang, {useGrouping: "always"}).format(1000 * thousands);
  const FIELDS = ".grid input, .numbers input";
  const cells = form => [...form.querySelectorAll(FIELDS)];
  const lay = form => form.querySelector("button.primary");
  const look = document.getElementById("look");
  let own = null, had = "";
  const left = form => cells(form).reduce((rest, {value}) => rest - value, form.dataset.money);

  function reckon(form) {
    const {money: purse, least, sum, low, much} = form.dataset, line = form.querySelector(".running");
    const fields = cells(form), rest = left(form), total = purse - rest, over = rest < 0, spare = over ? 0 : rest;
    const wrong = ({value}) => value % 1 !== 0 || Number(value) && value - least < 0, odd = fields.some(wrong);
    for (const field of fields) field.setAttribute("aria-invalid", Boolean(wrong(field) || over && field.value));
    line.textContent = over ? fill(much, {short: money(-rest)}) : odd ? low : fill(sum, {sum: money(total), left: money(rest)});
    line.classList.toggle("wrong", over || odd);
    lay(form).disabled = over || odd;
    lay(form).textContent = total ? fill(lay(form).dataset.bets, {sum: money(total)}) : lay(form).dataset.none;
    own = companion.shown(".strip .money");
    had = fill(form.dataset.left, {left: money(purse)});
    if (own) own.textContent = fill(form.dataset.left, {left: money(spare)});
    for (const chip of form.querySelectorAll("[data-chip]")) chip.disabled = chip.dataset.chip > spare;
  }

  // a slip that was put away counts for nothing; one that was sent does
  function uncount() {
    if (look.childElementCount || !own) return;
    if (!document.body.classList.contains("sending")) own.textContent = had;
    own = null;
  }

  function onward(field) {
    const form = field.form, fields = cells(form);
    if (!/^[0-9]$/.test(field.value)) field.value = "";
    const next = fields.find(one => !one.value);
    lay(form).disabled = Boolean(next);
    if (field.value) (next ?? lay(form)).focus();
    if (field.value && !next) field.classList.remove("here");
  }

  function changed(field) {
    if (field.closest(".numbers")) onward(field); else reckon(field.form);
  }

  function digit(form, key) {
    const field = key ? form.querySelector(".here") ?? cells(form).find(one => !one.value) : cells(form).filter(one => one.value).at(-1);
    if (!field) return;
    field.value = key;
    if (!field.classList.contains("here")) field.focus();
    changed(field);
  }

  function chip(form, worth) {
    const field = form.querySelector(".here");
    if (!field) return;
    field.value = worth ? Number(field.value) + worth : "";
    reckon(form);
  }

  document.addEventListener("pointerdown", event => { if (event.target.closest?.(".pad")) event.preventDefault(); });
  document.addEventListener("focusin", ({target}) => {
    if (!target.matches(FIELDS)) return;
    for (const cell of cells(target.form)) cell.classList.toggle("here", cell === target);
    for (const chip of target.form.querySelectorAll("[data-chip]")) chip.setAttribute("aria-description", target.getAttribute("aria-label"));
  });
  document.addEventListener("click", event => {
    const of = selector => event.target.closest(selector), field = of(".grid input"), key = of("[data-digit]"), laid = of("[data-chip]");
    if (key) digit(key.form, key.dataset.digit);
    if (laid) chip(laid.form, Number(laid.dataset.chip));
    if (field && !field.value && left(field.form) >= field.form.dataset.least) { field.value = field.form.dataset.least; reckon(field.form); }
    steered();
  });
  document.addEventListener("input", event => {
    if (event.target.matches(FIELDS)) changed(event.target);
    steered();
  });

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

  // another's move may draw the own line and the button of an action card anew
  document.addEventListener("companion:drawn", () => {
    look?.querySelectorAll(".slip:has(.grid)").forEach(reckon);
    steered();
  });

  if (look) new MutationObserver(uncount).observe(look, {childList: true});

  // an action card without effect cannot be played
  function steered() {
    const idle = [...document.querySelectorAll(".action .stepper input")].every(field => !Number(field.value.replace("−", "-")));
    for (const button of document.querySelectorAll(".action button.wide")) button.disabled = idle;
  }
})();
// The race cards in hand. Their numbers are entered once when they are dealt, never on a lent phone; each turn they are
// tiles, and a tap plays one. A played card returns if the move is undone in the same turn. They are kept in this
// page's memory only: the browser's storage would keep a secret where others can read it. If the server deals, the tiles
// come with the own hand.
(() => {
  const IDLE = 20000;
  const look = document.getElementById("look");

  function make(tag, attributes, ...inside) {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
    one.append(...inside);
    return one;
  }

  const tray = () => document.querySelector(".tray");
  const tiles = () => document.getElementById("tiles");
  const turn = () => tray().dataset.turn;
  let kept = null, drawn = "", touched = Date.now();

  function me() {
    const words = (document.body.dataset.me ?? "").split(" ");
    const all = [...document.querySelectorAll("#people [data-hand]")], seat = all.findIndex(one => words.includes(one.dataset.of));
    return seat < 0 ? null : {seat, hand: Number(all[seat].dataset.hand), acts: all[seat].dataset.acts};
  }

  const all = () => kept && parseInt(kept.turn) === parseInt(turn()) ? kept.cards : []; // of the same race
  const held = () => all().filter(one => !one.played || one.played === turn());

  function keep(cards) {
    kept = {turn: turn(), cards};
    draw();
  }

  function tile({number, moves}) {
    const rows = [...moves].map((far, nth) => make("span", {class: `h-${nth + 1}`}, make("i", {}, nth + 1), far));
    const says = tray().dataset.says.replace("{number}", `${number}: ${[...moves].join(" ")}`);
    return make("button", {type: "button", class: "tile", "data-tile": number, "aria-label": says}, make("small", {}, number), ...rows);
  }

  // dealt by the server: the form with the tiles comes with the own hand, anew after each own move
  async function deal({seat, acts}) {
    const slot = [turn(), seat, acts].join();
    if (slot === drawn || !companion.shown(".tray")) return;
    drawn = slot;
    const html = await companion.hand({open: tray().dataset.dealt});
    if (drawn === slot && tray()) tiles().innerHTML = html.match(/<form.*form>/s)?.[0] ?? "";
    if (!html) drawn = "";
  }

  function draw() {
    const mine = tray() && me();
    if (!mine) return;
    show();
    if (tray().dataset.dealt) return void deal(mine);
    const cards = held(), now = cards.map(one => one.number).join();
    tray().classList.toggle("whole", cards.length >= mine.hand);
    if (now === drawn && tiles().firstChild) return;
    drawn = now;
    tiles().replaceChildren(...cards.map(tile));
  }

  // the tiles are covered while nobody has touched the page for a while: a phone on the table shows none
  const show = () => document.body.classList.toggle("covered", Date.now() - touched >= IDLE);
  setInterval(show, 1000);

  function play(number) {
    const {seat, acts} = me(), cards = all(), card = cards.find(one => one.number === number).moves;
    const fields = {kind: "act", do: "race-card", sure: "yes", slot: `${turn()}.race-card.${seat}.${acts}`, card};
    const inputs = Object.entries(fields).map(([name, value]) => make("input", {type: "hidden", name, value}));
    const form = make("form", {"data-tap": "", action: tray().dataset.tapAt}, ...inputs);
    tiles().append(form);
    form.requestSubmit();
    keep(cards.map(one => one.number === number ? {...one, played: turn()} : one));
  }

  // The keys of the sixty cards: each tap takes one up or puts it back.
  function pick() {
    const keys = look.querySelector(".numbered");
    if (!keys || !tray() || keys.childElementCount) return;
    for (let number = 1; number <= 60; number++) keys.append(make("button", {type: "button", "data-card": number, "data-fast": ""}, number));
    press();
  }

  function press() {
    for (const key of look.querySelectorAll("[data-card]")) {
      const card = all().find(one => one.number === Number(key.dataset.card)), up = held().includes(card);
      key.setAttribute("aria-pressed", up);
      key.disabled = card && !up;
    }
  }

  function take(number) {
    const cards = all(), mine = held(), has = mine.some(one => one.number === number);
    if (!has && mine.length >= me().hand) return;
    const moves = look.querySelector(".numbered").dataset.deck.split(" ")[number - 1];
    keep(has ? cards.filter(one => one.number !== number) : [...cards, {number, moves}]);
    press();
    if (!has && mine.length + 1 >= me().hand) look.querySelector("[data-close]").click();
  }

  document.addEventListener("click", event => {
    const {target} = event, one = target.closest("[data-tile]"), key = target.closest("[data-card]");
    const covered = document.body.matches(".covered");
    touched = Date.now();
    show();
    if (covered && target.closest("#tiles")) event.preventDefault();
    else if (one && !tiles().querySelector(".sending")) play(Number(one.dataset.tile));
    if (key) take(Number(key.dataset.card));
    if (target.closest("[data-other]")) look.querySelector(".picker").remove();
  });
  document.addEventListener("companion:drawn", draw);
  document.addEventListener("companion:me", draw);
  if (look) new MutationObserver(pick).observe(look, {childList: true});
  draw();
})();
// While a tile is held, ghosts of the horses show what this card alone does.
(() => {
  const END = 87; // where the track ends, in hundredths of its width

  function ghost(row, nth) {
    const horse = document.getElementById(`lane-${nth + 1}-horse`), track = horse?.closest(".track");
    if (!horse || horse.parentNode.querySelector(".place")) return;
    const at = Number(horse.dataset.at), to = Math.min(at + row.lastChild.textContent * track.dataset.step, END);
    const one = horse.cloneNode(true);
    one.removeAttribute("id");
    one.setAttribute("class", "ghost alone");
    one.setAttribute("transform", `translate(${(to - at) * track.getBoundingClientRect().width / 100})`);
    horse.before(one);
  }

  document.addEventListener("pointerdown", event => {
    const tile = event.target.closest?.("body:not(.covered) .tray .tile");
    if (tile) [...tile.querySelectorAll("span")].forEach(ghost);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => { for (const one of document.querySelectorAll(".alone")) one.remove(); });
  }
})();
