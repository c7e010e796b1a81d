// Dialogs that a tap beside them closes: the menu, opened by its button or by a notice, and on low screens the hint of
// guided mode.
// `popover` would do, but iOS 16, Chrome 113 and Firefox 124 lack it.
(() => {
  const menu = document.getElementById("menu"), { classList } = document.body;

  document.addEventListener("click", event => {
    classList.toggle("hint-open", !classList.contains("hint-open") && Boolean(event.target.closest(".what-for")));
    if (event.target.closest("#menu-button, .asks") && !event.target.closest("[data-dismiss]")) menu.showModal();
    if (event.target === menu) menu.close();
  });
  document.addEventListener("keydown", event => { if (event.key === "Escape") classList.remove("hint-open"); });
  // the result of an answer is shown on the page
  document.addEventListener("submit", event => { if (menu.contains(event.target)) menu.close(); });
  addEventListener("pagehide", () => menu.close()); // the back/forward cache restores a page as it was left
})();
