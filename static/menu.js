// What opens over the page and closes by a tap beside it: the menu, by its button or by a notice of what waits there, and
// where room is low the hint of a first evening.
// A popover would do it alone, but iOS 16, Chrome 113 and Firefox 124 have none.
(() => {
  const menu = document.getElementById("menu"), { classList } = document.body;

  document.addEventListener("click", event => {
    classList.toggle("hint-open", !classList.contains("hint-open") && Boolean(event.target.closest(".what-for")));
    if (event.target.closest("#menu-button, .asks") && !event.target.closest("[data-dismiss]")) menu.showModal();
    if (event.target === menu) menu.close();
  });
  document.addEventListener("keydown", event => { if (event.key === "Escape") classList.remove("hint-open"); });
  // what becomes of an answer is said on the page
  document.addEventListener("submit", event => { if (menu.contains(event.target)) menu.close(); });
  addEventListener("pagehide", () => menu.close()); // a page that comes back is shown as it was left
})();
