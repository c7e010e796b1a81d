// Confirms final moves: any form or button with data-sure (label of the yes) and data-sure-text (the reason). The yes
// sends the form as it was when the question opened, with `sure`; later changes of the form do not count.
(() => {
  const box = document.getElementById("sure");
  let agreed = null, asked = null;

  function go(form, fields) {
    const fill = event => {
      for (const name of [...event.formData.keys()]) event.formData.delete(name);
      for (const [name, value] of fields) event.formData.append(name, value);
      event.formData.set("sure", "yes");
    };
    agreed = form;
    form.addEventListener("formdata", fill);
    form.requestSubmit();
    form.removeEventListener("formdata", fill);
    agreed = null;
  }

  function ask(form, button) {
    const {sure, sureText} = button?.dataset.sure ? button.dataset : form.dataset;
    const fields = [...companion.fields(form, button)];
    box.querySelector("h2").textContent = box.querySelector("[value=yes]").textContent = sure;
    box.querySelector("p").textContent = sureText ?? "";
    asked = form;
    box.returnValue = "";
    box.onclose = () => { if (box.returnValue === "yes") go(form, fields); };
    box.showModal();
  }

  // a yes to a move that somebody else entered meanwhile would wait for ever
  document.addEventListener("companion:drawn", () => { if (box.open && !asked.isConnected) box.close(); });
  document.addEventListener("submit", event => {
    const form = event.target, button = event.submitter;
    if (form === agreed || !(button?.dataset.sure || form.dataset.sure)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.classList.contains("sending")) ask(form, button);
  }, true);
})();
