// Queues taps in memory, sends them in order, and repeats each with its idempotency key until the table answers. No
// choice is stored: only the number of waiting taps, so that a reload can mention them.
(() => {
  const PATIENCE = [300, 800, 1500, 3000];
  const LIMIT = 8000;
  const A_TAP = 512;
  const toast = document.getElementById("toast"), {away, retrying, lost} = toast.dataset;
  const queue = [];
  let busy = false, hide = 0, old = false;

  const name = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("");
  const wait = ms => new Promise(done => setTimeout(done, ms));

  // `early`: an answer to a tap, which is old when the own turn begins
  function say(text, ms = 5000, early = false) {
    clearTimeout(hide);
    old = early;
    toast.textContent = text;
    toast.classList.toggle("unsaved", !ms);
    if (ms) hide = setTimeout(() => { toast.textContent = ""; }, ms);
  }

  function waiting() {
    if (queue.length) companion.session.set("waiting", queue.length); else companion.session.remove("waiting");
    document.body.classList.toggle("sending", queue.length > 0);
  }

  async function post(tap) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), LIMIT);
    try {
      const answer = await fetch(tap.url, {method: "POST", body: tap.body, headers: {"Companion-Tap": "1"}, signal: stop.signal});
      return {answer, text: await answer.text()};
    } finally { clearTimeout(timer); }
  }

  // padded, so that its size does not reveal the number of bets
  function even(body) {
    body.set("pad", "");
    body.set("pad", "0".repeat(A_TAP - body.toString().length % A_TAP));
  }

  // an answer of the server settles the tap; a lost answer, or one of a proxy or captive portal, proves nothing, so the
  // tap is sent again
  async function settle(tap) {
    const begun = Date.now();
    for (let tries = 0; ; tries++) {
      try {
        const told = await post(tap);
        if (told.answer.status < 500 && told.answer.headers.has("Companion-Entry")) return told;
      } catch { /* no answer came */ }
      if (tries || Date.now() - begun >= LIMIT) say(retrying, 0);
      await wait(PATIENCE[Math.min(tries, PATIENCE.length - 1)]);
    }
  }

  async function work() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const tap = queue[0];
      const {answer, text} = await settle(tap);
      queue.shift();
      waiting();
      say(answer.ok ? "" : text, 6000, true);
      tap.form.classList.remove("sending");
      if (answer.ok) saved(tap, answer.headers.get("Companion-Entry")); else refused(answer);
    }
    busy = false;
  }

  function saved(tap, entry) {
    if (tap.form.dataset.go) { companion.goes(tap.form.dataset.go); return; }
    document.dispatchEvent(new CustomEvent("companion:saved", {detail: {entry: Number(entry), form: tap.form}}));
  }

  function refused(answer) {
    if (answer.status === 409 || answer.status === 403) document.dispatchEvent(new CustomEvent("companion:stale"));
  }

  // an error page of a proxy is not a message for the user
  const ours = answer => (answer.headers.get("Content-Type") ?? "").startsWith("text/plain");

  // Forms that lead to another page are sent the same way. Without an answer the next press repeats the key, so that
  // nothing is done twice.
  async function lead(form, body) {
    try {
      const {answer, text} = await post({url: form.action, body});
      if (answer.ok) { delete form.dataset.op; companion.goes(answer.url); return; }
      say(ours(answer) ? text : away, 8000);
    } catch { say(away); }
    form.classList.remove("sending");
  }

  // After an error without content htmx would empty its target. A form shows the message instead.
  document.addEventListener("htmx:after:request", event => {
    const {response, text, select, sourceElement} = event.detail.ctx;
    if (response.raw.ok || !select) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    if (page.querySelector(select)) return;
    event.preventDefault();
    if (sourceElement.matches("form")) say(page.querySelector("main.sheet > p")?.textContent ?? away, 8000);
  });
  document.addEventListener("htmx:error", event => {
    if (event.detail.ctx?.sourceElement.matches("form")) say(away);
  });

  // a page from the back/forward cache can be used again
  addEventListener("pageshow", event => {
    if (event.persisted) for (const form of document.querySelectorAll("form.sending:not([data-tap])")) form.classList.remove("sending");
  });
  document.addEventListener("companion:turn", () => { if (old) say(toast.textContent, 1000); });
  document.addEventListener("companion:away", () => say(away));
  document.addEventListener("companion:told", event => say(event.detail, 5000, true));
  document.addEventListener("submit", event => {
    const form = event.target.closest("form");
    if (["dialog", "get"].includes(form.getAttribute("method")) || form.hasAttribute("hx-post")) return;
    event.preventDefault();
    if (form.classList.contains("sending")) return;
    // without a cookie every response would create another device, and a seat would belong to nobody
    if (navigator.cookieEnabled === false) { say(document.getElementById("no-cookies").textContent, 8000); return; }
    const fields = companion.fields(form, event.submitter);
    // a form with a file
    const body = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
    if (!form.hasAttribute("data-tap")) {
      form.classList.add("sending");
      if (body.has("op")) body.set("op", form.dataset.op ||= name());
      lead(form, body);
      return;
    }
    body.set("op", name());
    even(body);
    form.classList.add("sending");
    queue.push({url: form.getAttribute("action"), body, form});
    waiting();
    work();
  });

  if (companion.session.get("waiting")) { companion.session.remove("waiting"); say(lost, 10000); }
})();
