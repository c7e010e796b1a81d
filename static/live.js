// Watches the event stream, and reopens it after LIMIT without an event. On waking it fetches the page, since a stream
// can look open and be dead after sleep. The stream is the same for all; me.js asks what this device is.
(() => {
  const LIMIT = 6000, GRACE = 1500, AWAKE = 1000, SILENCE = 4000, POLL = 2500, AFTER = 500;
  const live = document.getElementById("live"), offline = document.getElementById("offline");
  const { shown, me, notices } = companion;
  const classes = document.body.classList, SHOWN = `shown ${location.pathname}`;
  let revealing = null, reveals = 0;
  let connection = null, timer = 0, sign = 0, entry = 0, mine = false, at = "", page = "", slept = Date.now();
  let heard = Date.now(), polled = false, last = "";

  // without spaces: those between elements differ between a page and its updates
  const words = one => one?.textContent.replace(/\s/g, "");
  const number = () => Number(document.querySelector("#entry data")?.value ?? 0);
  const quiet = () => { clearTimeout(sign); offline.hidden = true; };
  const warn = ms => { if (polled) return; clearTimeout(sign); sign = setTimeout(() => { offline.hidden = false; }, ms); };
  const gone = () => warn(GRACE);

  function arm() {
    clearTimeout(timer);
    warn(SILENCE);
    timer = setTimeout(() => { gone(); connection?.reader?.cancel(); arm(); }, LIMIT);
  }

  const load = () => htmx.ajax("GET", location.pathname, {source: "#offline", target: "#offline", swap: "none", timeout: LIMIT}).catch(gone);

  function fresh() {
    last = "";
    me.ask();
    load();
  }

  // A proxy that buffers streams delivers no event: the page then polls until one arrives.
  async function poll() {
    if (!document.hidden && Date.now() - heard > SILENCE) await load();
    setTimeout(poll, POLL);
  }
  setTimeout(poll, POLL);

  function failed() {
    polled = false;
    gone();
  }
  offline.addEventListener("htmx:error", failed);
  offline.addEventListener("htmx:after:request", event => {
    const {text, response} = event.detail.ctx;
    if (!text.includes('hx-target="#entry"')) {
      failed();
      if (response.status === 200) me.ask();
      return;
    }
    if (text === last) event.preventDefault(); // nothing new, so leave the page alone
    last = text;
    polled = true;
    quiet();
  });

  function spoken() {
    heard = Date.now();
    polled = false;
    last = "";
    quiet();
    arm();
    drawn();
  }

  // A new decision or payout page begins at its top; other updates scroll nothing.
  function upwards(scene, turn) {
    const next = [scene, mine && turn?.textContent, revealing].join();
    if (at && next !== at && (mine || scene !== "play") && !document.activeElement?.matches("#live input")) scrollTo(0, 0);
    at = next;
  }

  // A new reveal is animated. One that was seen to its end is not, whatever else changes.
  function reveal(scene) {
    const shows = scene === "payout" ? words(document.getElementById("view")) : scene === "play" && number();
    if (entry && shows !== page) classes.remove("at-end");
    page = shows;
  }

  // A page of a payout is revealed for as long as its style sheet says (--ends). Until then nobody turns it, and at a
  // table with a table screen a phone shows nothing of it. One that this device has shown before is there at once; a
  // table screen that is loaded again does not begin anew, since phones would be first then.
  function begin(shows) {
    if (shows === revealing) return;
    const again = revealing === null && shows && companion.session.get(SHOWN) === shows;
    const ends = again ? 0 : parseFloat(getComputedStyle(live).getPropertyValue("--ends")) || 0;
    revealing = shows;
    if (classes.contains("screen")) companion.session.set(SHOWN, shows);
    clearTimeout(reveals);
    if (again) classes.add("at-end");
    classes.toggle("revealed", !ends);
    if (ends) reveals = setTimeout(revealed, 1000 * ends + (document.querySelector("[data-watched]") ? AFTER : 0));
  }

  function revealed() {
    classes.add("revealed");
    companion.session.set(SHOWN, revealing);
    document.dispatchEvent(new CustomEvent("companion:revealed"));
  }

  function drawn() {
    const data = document.querySelector("#entry data");
    // before anything measures it
    reveal(data?.dataset.scene);
    begin(data?.dataset.page ?? "");
    if (me.old()) me.ask();
    const turn = shown(".turn"), lit = turn?.classList.contains("mine") ?? false;
    if (lit && !mine) document.dispatchEvent(new CustomEvent("companion:turn"));
    mine = lit;
    upwards(data?.dataset.scene, turn);
    notices.show();
    // the stream was faster than this response, or another process sent an older state
    const old = number() < entry;
    if (number() !== entry) { entry = number(); document.dispatchEvent(new CustomEvent("companion:drawn")); }
    if (old) fresh();
  }

  // Marked before it is rendered: removing a focused button would restyle everything at once, and animations that wait
  // for their start would never run.
  function news(data) {
    if (/data-scene="play"/.test(data)) return true;
    const part = revealing !== "over" && new DOMParser().parseFromString(data, "text/html").querySelector('[hx-target="#payout"]');
    return part && words(part) !== words(document.getElementById("payout"));
  }
  document.addEventListener("htmx:sse:before:message", event => {
    const { data } = event.detail.message, page = /data-page="([^"]*)"/.exec(data);
    if (page && page[1] !== revealing) classes.remove("revealed");
    if (classes.contains("at-end") && news(data)) classes.remove("at-end");
  });

  // a tap during a reveal skips to its end; a phone that waits for the table screen has a button for that
  const waits = () => { const one = shown(".suspense"); return one && getComputedStyle(one).visibility === "visible"; };
  document.addEventListener("click", event => {
    if (!waits() || event.target.closest("[data-show-now]")) classes.add("at-end");
  });

  document.addEventListener("htmx:sse:after:connection", event => { connection = event.detail.connection; arm(); });
  document.addEventListener("htmx:sse:after:message", spoken);
  document.addEventListener("htmx:sse:error", gone);
  document.addEventListener("htmx:sse:close", () => { clearTimeout(timer); connection = null; gone(); });
  document.addEventListener("htmx:after:swap", drawn);
  document.addEventListener("companion:me", drawn);
  document.addEventListener("companion:stale", fresh);
  document.addEventListener("companion:saved", event => setTimeout(() => { if (number() < event.detail.entry) fresh(); }, GRACE));

  function awake() {
    if (document.hidden) return;
    heard = Date.now();
    connection?.reader?.cancel();
    fresh();
  }
  document.addEventListener("visibilitychange", awake);
  addEventListener("pageshow", event => { if (event.persisted) awake(); });
  addEventListener("online", awake);
  addEventListener("offline", gone);
  setInterval(() => { const now = Date.now(); if (now - slept > 5 * AWAKE) awake(); slept = now; }, AWAKE);
  live.addEventListener("htmx:error", gone);
  begin(document.querySelector("#entry data")?.dataset.page ?? "");
})();
