// Moves a seat to another phone. The old one shows its code while it is valid, and leaves when the seat has moved. The
// new one reads the code behind the # of the scanned address, which is sent only in the form.
(() => {
  const old = document.querySelector("main[data-me-at]"), typed = document.querySelector("#seat-code");

  async function gone() {
    const answer = await fetch(old.dataset.meAt, {cache: "no-store"}).catch(() => null);
    const now = answer?.ok ? await answer.json() : null;
    if (now && !/\bseated\b/.test(now.words)) companion.goes(old.dataset.table);
  }

  if (old) {
    setInterval(gone, 2000);
    setTimeout(() => {
      old.querySelector(".while-it-works").remove();
      old.querySelector(".when-over").hidden = false;
    }, Number(old.dataset.lasting) * 1000);
  }

  function scanned() {
    const code = location.hash.slice(1);
    if (!typed || !/^[A-Z]{8}$/.test(code)) return;
    history.replaceState(null, "", location.pathname);
    typed.closest("details").open = true;
    typed.value = code;
    typed.form.requestSubmit();
  }
  addEventListener("hashchange", scanned);
  scanned();
})();
