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
    classList.toggle("hint-open", !classList.contains("hint-open") && Boolean(event.target.closest(".what-for")));
    if (event.target.closest("#menu-button, .asks") && !event.target.closest("[data-dismiss]")) menu.showModal();
    if (event.target === menu) menu.close();
    standings(Boolean(event.target.closest(".strip")) && !classList.contains("all-shown") || Boolean(event.target.closest("#people")) && classList.contains("all-shown"));
  });
  document.addEventListener("keydown", event => { if (event.key === "Escape") { classList.remove("hint-open"); standings(false); } });
  document.addEventListener("companion:drawn", () => standings(classList.contains("all-shown"))); // a strip drawn anew
  // the result of an answer is shown on the page
  document.addEventListener("submit", event => { if (menu.contains(event.target)) menu.close(); });
  addEventListener("pagehide", () => menu.close()); // the back/forward cache restores a page as it was left
})();
