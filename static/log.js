// Announces each new move in words; of a page of a payout, after its reveal, the headline and the own result. The title of
// the page is its headline.
(() => {
  const MANY = 12, log = document.getElementById("said"), title = document.title;
  const page = () => document.querySelector("#entry data")?.dataset.page ?? "";
  const number = one => Number(one.dataset.entry), entries = () => [...document.querySelectorAll("#log [data-entry]")];
  const written = one => one?.innerText.replace(/\s+/g, " ").trim() ?? "";
  let last = Math.max(0, ...entries().map(number)), shown = page();

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
    if (companion.shown(".turn .verdict, .turn .victor")) say(written(companion.shown(".turn")));
    const own = companion.shown(".payout .own");
    say(own ? [...own.children].map(written).join(" ") : written(companion.shown(".payout .sum")));
  }

  function tell() {
    const headline = written(companion.shown(".turn"));
    document.title = headline ? `${headline} – ${title}` : title;
    if (!document.body.classList.contains("revealed")) return;
    moves();
    results();
  }

  for (const change of ["companion:drawn", "companion:me", "companion:revealed"]) document.addEventListener(change, tell);
  tell();
})();
