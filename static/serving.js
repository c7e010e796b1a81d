// Enters public moves for somebody without a phone: the page shows their forms until the move is made or cancelled. The
// page is the same for all, so only the selection changes.
(() => {
  const { body } = document;
  let own = null;

  function end() {
    if (own !== null && body.dataset.me.includes("serving")) body.dataset.me = own;
    own = null;
  }

  document.addEventListener("click", event => {
    const serve = event.target.closest("[data-serve]");
    if (serve) {
      own = body.dataset.me;
      body.dataset.me = `${serve.dataset.serve} player serving`;
      scrollTo(0, 0);
    } else if (event.target.closest("[data-served]")) end();
  });
  for (const past of ["companion:saved", "companion:stale"]) document.addEventListener(past, end);
})();
