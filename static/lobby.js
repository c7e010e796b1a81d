// Turns the table drawn in the lobby, so that the own seat is the nearest: the page is the same for all.
(() => {
  function turn() {
    const table = document.querySelector(".round-table"), seats = [...table?.querySelectorAll(".around") ?? []];
    const own = seats.findIndex(seat => companion.shown(".halo", seat));
    if (own < 0 || table.dataset.turned) return;
    table.dataset.turned = own; // an update takes it away
    const held = seats.map(seat => [seat.firstElementChild, seat.lastElementChild.textContent]);
    seats.forEach((seat, nth) => {
      const [disc, name] = held[(nth + own) % seats.length];
      seat.prepend(disc);
      seat.lastElementChild.textContent = name;
    });
  }

  for (const change of ["companion:drawn", "companion:me"]) document.addEventListener(change, turn);
  turn();
})();
