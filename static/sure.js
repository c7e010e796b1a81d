// Confirms final moves: any form or button with data-sure (label of the yes) and data-sure-text (the reason). The yes
// sends the form as it was when the question opened, with `sure`; later changes of the form do not count.
(() => {
  const box = document.getElementById("sure");
  let agreed, asked;

  function go(form, fields) {
    const fill = ({formData}) => {
      for (const name of [...formData.keys()]) formData.delete(name);
      for (const [name, value] of fields) formData.append(name, value);
      formData.set("sure", "yes");
    };
    agreed = form;
    form.addEventListener("formdata", fill);
    form.requestSubmit();
    form.removeEventListener("formdata", fill);
    agreed = null;
  }

  function ask(form, button, {sure, sureText}) {
    const fields = [...companion.fields(form, button)];
    for (const one of box.querySelectorAll("h2, [value=yes]")) one.textContent = sure;
    box.querySelector("p").textContent = sureText;
    asked = form;
    box.returnValue = "";
    box.onclose = () => { if (box.returnValue === "yes") go(form, fields); };
    box.showModal();
  }

  // a yes to a move that somebody else entered meanwhile would wait for ever
  document.addEventListener("companion:drawn", () => { if (box.open && !asked.isConnected) box.close(); });
  document.addEventListener("submit", event => {
    const form = event.target, button = event.submitter, asks = [button, form].find(one => one?.dataset.sure);
    if (form === agreed || !asks || form.querySelector("span.total")?.textContent > 0) return; // a sum asks only at 0
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.matches(".sending")) ask(form, button, asks.dataset);
  }, true);
})();
