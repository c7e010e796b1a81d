// Announces each new move in words; then a new headline, its phase and its hint. Of a page of a payout, after its reveal,
// the own result and what happened. A headline that gets the focus is read anyway. The title of the page is its headline.
(() => {
  const MANY = 12, HEAD = [".turn", "#turn .phase", "#turn .lesson"];
  const log = document.getElementById("said"), title = document.title;
  const page = () => document.querySelector("#entry data")?.dataset.page ?? "";
  const number = one => Number(one.dataset.entry), entries = () => [...document.querySelectorAll("#log [data-entry]")];
  const written = one => one?.innerText.trim().replace(/([^.:!?])\s*\n/g, "$1. ").replace(/\s+/g, " ") ?? "";
  const head = () => HEAD.map(part => written(companion.shown(part)));
  let last = Math.max(0, ...entries().map(number)), shown = page(), known = head();

  function say(text, entry = "") {
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    line.dataset.entry = entry;
    log.append(line);
    while (log.childElementCount > MANY) log.firstElementChild.remove();
  }

  function moves() {
    for (const one of entries()) if (number(one) > last) say([...one.children].map(part => part.textContent.trim()).join(" · "), number(one));
    last = Math.max(last, ...entries().map(number));
  }

  function results() {
    if (page() === shown) return;
    shown = page();
    if (!shown) return;
    if (companion.shown(".turn .verdict, .turn .victor")) say(known[0] = written(companion.shown(".turn")));
    const own = companion.shown(".payout .own");
    if (own) say([...own.children].filter(part => !part.matches("ul")).map(written).join(" "));
    say(document.querySelector("#log [data-page]")?.textContent.trim());
  }

  function headline() {
    const now = head();
    now.forEach((text, at) => { if (text !== known[at]) say(text); });
    known = now;
  }

  function tell() {
    const headed = written(companion.shown(".turn"));
    document.title = headed ? `${headed} – ${title}` : title;
    if (document.body.classList.contains("revealed")) {
      moves();
      results();
    }
    setTimeout(headline); // the focus may go there first
  }

  document.addEventListener("focusin", event => { if (event.target.matches(".turn")) known[0] = written(event.target); });
  for (const change of ["companion:drawn", "companion:me", "companion:revealed"]) document.addEventListener(change, tell);
  tell();
})();
