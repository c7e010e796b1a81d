// Watches the stream: it must speak within LIMIT, or it is opened again. On waking the page is fetched afresh, because
// after sleep a stream can look open and be dead. The stream is the same for all; what this device is, me.js asks for.
(() => {
  const LIMIT = 6000, GRACE = 1500, AWAKE = 1000, SILENCE = 4000, POLL = 2500;
  const live = document.getElementById("live"), offline = document.getElementById("offline");
  const { shown, me, notices } = companion;
  let connection = null, timer = 0, sign = 0, entry = 0, mine = false, at = "", page = "", slept = Date.now();
  let heard = Date.now(), polled = false, last = "";

  const number = () => Number(document.querySelector("#entry data")?.value ?? 0);
  const quiet = () => { clearTimeout(sign); offline.hidden = true; };
  const gone = () => { if (polled) return; clearTimeout(sign); sign = setTimeout(() => { offline.hidden = false; }, GRACE); };

  function arm() {
    clearTimeout(timer);
    timer = setTimeout(() => { gone(); connection?.reader?.cancel(); arm(); }, LIMIT);
  }

  const load = () => htmx.ajax("GET", location.pathname, {source: "#offline", target: "#offline", swap: "none", timeout: LIMIT}).catch(gone);

  function fresh() {
    last = "";
    me.ask();
    load();
  }

  // A proxy that buffers streams delivers no event: then the page asks for its state itself, until one arrives.
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
    if (text === last) event.preventDefault(); // nothing is new, so nothing on the page is touched
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

  // Another thing to do, or another page of a payout, begins at its top; what others do meanwhile moves nothing.
  function upwards(scene, turn) {
    const next = [scene, mine && turn?.textContent, document.querySelector(".payout h2")?.textContent].join();
    if (at && next !== at && (mine || scene !== "play") && !document.activeElement?.matches("#live input")) scrollTo(0, 0);
    at = next;
  }

  // What is new may move. What was seen to its end stays still, whoever comes in or is asked for something meanwhile.
  function reveal(scene) {
    const shows = scene === "play" ? `${number()}` : document.getElementById("view")?.textContent;
    if (entry && shows !== page) document.body.classList.remove("at-end");
    page = shows;
  }

  function drawn() {
    const data = document.querySelector("#entry data");
    // before anything asks how it looks
    reveal(data?.dataset.scene);
    if (me.old()) me.ask();
    const turn = shown(".turn"), lit = turn?.classList.contains("mine") ?? false;
    if (lit && !mine && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(60);
    mine = lit;
    upwards(data?.dataset.scene, turn);
    notices.show();
    // the stream was quicker than this answer, or an older copy of the house is served
    const old = number() < entry;
    if (number() !== entry) { entry = number(); document.dispatchEvent(new CustomEvent("companion:drawn")); }
    if (old) fresh();
  }

  // Known before it is drawn: a button that goes while it has the focus has all styled at once, and what would run to its
  // place, but stands still until then, never does.
  function news(data) {
    if (/data-scene="play"/.test(data)) return true;
    const part = new DOMParser().parseFromString(data, "text/html").querySelector('[hx-target="#payout"]');
    return part && part.textContent.trim() !== document.getElementById("payout")?.textContent.trim();
  }
  document.addEventListener("htmx:sse:before:message", event => {
    const classes = document.body.classList;
    if (classes.contains("at-end") && news(event.detail.message.data)) classes.remove("at-end");
  });

  // a tap while a reveal runs shows its end
  document.addEventListener("click", () => document.body.classList.add("at-end"));

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
})();
