// Notices come one at a time, in one place: what only tells before what waits for an answer, for which the menu button is
// lit. What only tells goes by itself (a style sheet's clock) or by a tap; one that is cut off opens by a tap first. A page
// that is loaded once more does not tell it again: the session stores which entry was told last.
(() => {
  const place = document.getElementById("notices"), TOLD = `told ${location.pathname}`;
  const entry = () => document.querySelector("#entry data")?.value ?? 0;
  const before = Number(companion.session.get(TOLD) ?? entry()), away = new Set();
  const passing = one => one.matches(".passing"), mine = one => one.getClientRects().length > 0;
  const old = one => away.has(one.id) || passing(one) && Number(one.dataset.number) <= before;

  function show() {
    const all = [...place.querySelectorAll(".notice")], last = Number(companion.session.get(TOLD));
    for (const one of all) one.hidden = false;
    document.body.classList.toggle("to-answer", all.some(one => one.matches(".asks") && mine(one)));
    const now = [...all.filter(passing), ...all.filter(one => !passing(one))].find(one => mine(one) && !old(one));
    for (const one of all) one.hidden = one !== now;
    if (now && passing(now)) companion.session.set(TOLD, Math.max(last, now.dataset.number));
  }

  function put(one) {
    away.add(one.id);
    show();
  }

  place.addEventListener("click", event => {
    const one = event.target.closest("[data-dismiss], .passing")?.closest(".notice"), text = one?.querySelector("span");
    if (!one) return;
    const cut = text && !event.target.closest("[data-dismiss]") && text.scrollHeight > text.clientHeight + 1;
    if (cut) one.classList.add("whole"); else put(one);
  });
  place.addEventListener("animationend", event => { if (event.animationName === "leave") put(event.target); });

  companion.session.set(TOLD, before);
  companion.notices = {show};
  show();
})();
