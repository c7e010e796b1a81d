// Taps are kept in this page's memory, sent one after the other, and repeated with their own name until the table
// has answered. Nothing that was chosen is ever stored: only how many taps wait, so that a reload can say so.
// What is on the page for others is there too: `companion.shown` finds what this device is shown.
globalThis.companion = {
  shown: (selector, within = document) => [...within.querySelectorAll(selector)].find(one => one.getClientRects().length > 0),
};
(() => {
  const PATIENCE = [300, 800, 1500, 3000];
  const LIMIT = 8000;
  const TWICE = 400, NEAR = 30;
  const toast = document.getElementById("toast");
  const queue = [];
  let busy = false, hide = 0, tapped = null;

  const name = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("");
  const wait = ms => new Promise(done => setTimeout(done, ms));

  function say(text, ms = 5000) {
    clearTimeout(hide);
    toast.textContent = text;
    if (ms) hide = setTimeout(() => { toast.textContent = ""; }, ms);
  }

  function waiting() {
    if (queue.length) sessionStorage.setItem("waiting", queue.length); else sessionStorage.removeItem("waiting");
    document.body.classList.toggle("sending", queue.length > 0);
  }

  async function post(tap) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), LIMIT);
    try {
      return await fetch(tap.url, {method: "POST", body: tap.body, headers: {"Companion-Tap": "1"}, signal: stop.signal});
    } finally { clearTimeout(timer); }
  }

  // answers with the response that settles the tap; a lost answer proves nothing, so the same tap is sent again
  async function settle(tap) {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await post(tap);
        if (answer.status < 500) return answer;
      } catch { /* no answer came */ }
      if (tries) say(toast.dataset.retrying, 0);
      await wait(PATIENCE[Math.min(tries, PATIENCE.length - 1)]);
    }
  }

  async function work() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const tap = queue[0];
      const answer = await settle(tap);
      const text = await answer.text(), sentence = answer.ok ? "" : text;
      queue.shift();
      waiting();
      say(sentence, 6000);
      tap.form.classList.remove("sending");
      if (answer.ok) saved(tap, answer.headers.get("Companion-Entry")); else refused(answer);
    }
    busy = false;
  }

  function saved(tap, entry) {
    for (const radio of tap.form.querySelectorAll("input[name=place]:checked")) radio.checked = false;
    if (tap.form.dataset.go) { location.assign(tap.form.dataset.go); return; }
    document.dispatchEvent(new CustomEvent("companion:saved", {detail: {entry: Number(entry)}}));
  }

  function refused(answer) {
    if (answer.status === 409 || answer.status === 403) document.dispatchEvent(new CustomEvent("companion:stale"));
  }

  // A form that leads to another page goes this way too: under "no-referrer" a browser's own posts bear no origin.
  async function lead(form, body) {
    try {
      const answer = await fetch(form.action, {method: "POST", body, headers: {"Companion-Tap": "1"}});
      if (answer.ok) { location.assign(answer.url); return; }
      say(await answer.text(), 8000);
    } catch { say(toast.dataset.retrying); }
    form.classList.remove("sending");
  }

  // The second half of a double tap means nothing, whatever has come under the finger meanwhile; only chips are tapped fast.
  function twice(event) {
    const before = tapped;
    tapped = {at: event.timeStamp, x: event.clientX, y: event.clientY, casino: event.target.closest(".casino")};
    if (!before || tapped.at - before.at > TWICE) return false;
    return Math.hypot(tapped.x - before.x, tapped.y - before.y) < NEAR && (!tapped.casino || tapped.casino !== before.casino);
  }

  document.addEventListener("click", event => {
    if (!event.detail || !event.target.closest("#live form button:not([type=button]), .casino") || event.target.closest("#look")) return;
    if (twice(event)) { event.preventDefault(); event.stopImmediatePropagation(); }
  }, true);

  document.addEventListener("companion:away", () => say(toast.dataset.away));
  document.addEventListener("submit", event => {
    const form = event.target.closest("form");
    if (["dialog", "get"].includes(form.getAttribute("method"))) return;
    event.preventDefault();
    if (form.classList.contains("sending")) return;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    if (!form.hasAttribute("data-tap")) {
      form.classList.add("sending");
      if (body.has("op")) body.set("op", form.dataset.op ||= name());
      lead(form, body);
      return;
    }
    body.set("op", name());
    form.classList.add("sending");
    queue.push({url: form.getAttribute("action"), body, form});
    waiting();
    work();
  });

  // a name typed once on this phone is there the next time
  for (const field of document.querySelectorAll("[data-remember]")) {
    field.value ||= localStorage.getItem(field.dataset.remember) ?? "";
    field.addEventListener("change", () => localStorage.setItem(field.dataset.remember, field.value));
  }
  if (sessionStorage.getItem("waiting")) { sessionStorage.removeItem("waiting"); say(toast.dataset.lost, 10000); }
})();
