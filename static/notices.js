// Shows one notice at a time in one place: information before questions, for which the menu button lights up.
// Information disappears by itself (in a style sheet) or by a tap; a truncated one opens by a tap first. The session
// stores the latest entry shown, so that a reload does not repeat it.
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
