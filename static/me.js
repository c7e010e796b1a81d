// Puts what this device is at the table on the body (`data-me`) for the style sheet. The page is the same for all, so
// this is requested separately: when it may have changed, until it is as new as the page.
(() => {
  const LIMIT = 6000, AGAIN = 1500;
  let asking = false;

  const moved = () => Number(document.querySelector("#entry data")?.dataset.moved ?? 0);
  const told = () => document.dispatchEvent(new CustomEvent("companion:me"));

  async function asked() {
    const stop = new AbortController(), late = setTimeout(() => stop.abort(), LIMIT);
    try {
      const answer = await fetch(location.pathname + "/me", {cache: "no-store", signal: stop.signal});
      return answer.ok ? await answer.json() : null;
    } catch { return null; } finally { clearTimeout(late); }
  }

  async function ask() {
    if (asking) return;
    asking = true;
    const now = await asked();
    if (now?.away || now && now.screen !== document.body.classList.contains("screen")) { location.reload(); return; }
    asking = false;
    if (now) {
      document.body.dataset.me = now.words;
      document.body.dataset.moved = now.moved;
    }
    if (now && now.moved >= moved()) told(); else setTimeout(told, AGAIN);
  }

  companion.me = {ask, old: () => moved() > Number(document.body.dataset.moved)};
})();
