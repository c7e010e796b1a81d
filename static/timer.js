// Counts the table timer down: a hint, nothing happens at its end. The page says when the decision came up, in seconds
// since 1970 on the server's clock, which is asked for once.
(() => {
  const place = document.getElementById("timer");
  let ahead = null, ticking = 0;

  async function synchronize() {
    ahead = 0;
    const answer = await fetch(`${location.pathname}/me`, {cache: "no-store"}).catch(() => null);
    const { now } = answer?.ok ? await answer.json() : {};
    ahead = now ? now - Date.now() / 1000 : null;
  }

  function tell({ timer, since }) {
    const left = Math.max(0, Math.ceil(Number(since) + Number(timer) - Date.now() / 1000 - ahead));
    place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    place.classList.toggle("up", !left);
  }

  async function start() {
    const { dataset } = document.querySelector("#entry data");
    clearInterval(ticking);
    place.hidden = !dataset.timer;
    if (!dataset.timer) return;
    if (ahead === null) await synchronize();
    tell(dataset);
    clearInterval(ticking);
    ticking = setInterval(() => tell(dataset), 250);
  }

  document.addEventListener("companion:drawn", start);
  start();
})();
