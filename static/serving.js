// Somebody without a phone is served: what they may enter for all to see stands on this page as theirs, until it is
// entered or left. The page is the same for all, so only what is picked out of it changes.
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
