// Watches the stream: it must speak within LIMIT, or it is opened again. On waking the page is fetched afresh, because
// after sleep a stream can look open and be dead. The stream is the same for all; what this device is at the table is
// asked for when it may have changed, and stands on the body for the style sheet.
(() => {
  const LIMIT = 6000, GRACE = 1500, AWAKE = 1000;
  const live = document.getElementById("live"), offline = document.getElementById("offline");
  const { shown } = companion;
  let connection = null, timer = 0, sign = 0, entry = 0, mine = false, at = "", slept = Date.now(), asking = false;

  const number = () => Number(document.querySelector("#entry data")?.value ?? 0);
  const moved = () => Number(document.querySelector("#entry data")?.dataset.moved ?? 0);
  const quiet = () => { clearTimeout(sign); offline.hidden = true; };
  const gone = () => { clearTimeout(sign); sign = setTimeout(() => { offline.hidden = false; }, GRACE); };

  function arm() {
    clearTimeout(timer);
    timer = setTimeout(() => { gone(); connection?.reader?.cancel(); arm(); }, LIMIT);
  }

  function fresh() {
    me();
    htmx.ajax("GET", location.pathname, {source: "#offline", target: "#offline", swap: "none"}).catch(gone);
  }

  // Another thing to do, or another page of a payout, begins at its top; what others do meanwhile moves nothing.
  function upwards(scene, turn) {
    const next = [scene, mine && turn?.textContent, document.querySelector(".payout h2")?.textContent].join();
    if (at && next !== at && (mine || scene !== "play") && !document.activeElement?.matches("#live input")) scrollTo(0, 0);
    at = next;
  }

  async function asked() {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), LIMIT);
    try {
      const answer = await fetch(location.pathname + "/me", {cache: "no-store", signal: stop.signal});
      return answer.ok ? await answer.json() : null;
    } catch { return null; } finally { clearTimeout(late); }
  }

  // What this device is at the table: asked for until it is as new as what the page shows.
  async function me() {
    if (asking) return;
    asking = true;
    const now = await asked();
    if (now?.away || now && now.screen !== document.body.classList.contains("screen")) { location.reload(); return; }
    asking = false;
    if (now) {
      document.body.dataset.me = now.words;
      document.body.dataset.moved = now.moved;
    }
    if (now && now.moved >= moved()) drawn(); else setTimeout(drawn, GRACE);
  }

  function drawn() {
    const data = document.querySelector("#entry data");
    if (moved() > Number(document.body.dataset.moved)) me();
    if (data?.dataset.again && /\b(host|seated)\b/.test(document.body.dataset.me)) { location.assign(data.dataset.again); return; }
    const turn = shown(".turn"), lit = turn?.classList.contains("mine") ?? false;
    if (lit && !mine) navigator.vibrate?.(60);
    mine = lit;
    upwards(data?.dataset.scene, turn);
    if (number() !== entry) { entry = number(); document.dispatchEvent(new CustomEvent("companion:drawn")); }
  }

  document.addEventListener("htmx:sse:after:connection", event => { connection = event.detail.connection; arm(); });
  document.addEventListener("htmx:sse:after:message", () => { quiet(); arm(); drawn(); });
  document.addEventListener("htmx:sse:error", gone);
  document.addEventListener("htmx:sse:close", () => { clearTimeout(timer); connection = null; gone(); });
  document.addEventListener("htmx:after:swap", drawn);
  document.addEventListener("companion:stale", fresh);
  document.addEventListener("companion:saved", event => setTimeout(() => { if (number() < event.detail.entry) fresh(); }, GRACE));

  function awake() {
    if (document.hidden) return;
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
