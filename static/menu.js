// Dialogs that a tap beside them closes: the menu, opened by its button or by a notice, and on low screens the hint of
// guided mode.
// `popover` would do, but iOS 16, Chrome 113 and Firefox 124 lack it.
(() => {
  const menu = document.getElementById("menu"), { classList } = document.body;

  function standings(open) {
    classList.toggle("all-shown", open);
    for (const strip of document.querySelectorAll(`.strip:not([aria-expanded="${open}"])`)) strip.setAttribute("aria-expanded", open);
  }

  document.addEventListener("click", event => {
    const on = selector => event.target.closest(selector), all = classList.contains("all-shown");
    classList.toggle("hint-open", !classList.contains("hint-open") && Boolean(on(".what-for")));
    if (on("#menu-button, .asks") && !on("[data-dismiss]")) menu.showModal();
    if (event.target === menu) menu.close();
    standings(on(".strip") ? !all : all && Boolean(on("#people")));
    // by a key: the rows come before their button
    if (!event.detail && on(".strip") && !all) document.getElementById("people").focus();
  });
  document.addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    if (document.activeElement?.closest("#people")) companion.shown(".strip")?.focus();
    classList.remove("hint-open");
    standings(false);
  });
  document.addEventListener("companion:drawn", () => standings(classList.contains("all-shown"))); // a strip drawn anew
  // the result of an answer is shown on the page
  document.addEventListener("submit", event => { if (menu.contains(event.target)) menu.close(); });
  addEventListener("pagehide", () => menu.close()); // the back/forward cache restores a page as it was left
})();
