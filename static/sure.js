// Asks once more before what cannot be taken back: any form or button with data-sure, the words of the yes, and with
// data-sure-text, why it is asked. With the yes goes what was in the form when it was asked, and `sure`: what has come
// under the question meanwhile is another thing.
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

  // whoever says yes to what somebody else has entered meanwhile would wait for what never comes
  document.addEventListener("companion:drawn", () => { if (box.open && !asked.isConnected) box.close(); });
  document.addEventListener("submit", event => {
    const form = event.target, button = event.submitter;
    if (form === agreed || !(button?.dataset.sure || form.dataset.sure)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!form.classList.contains("sending")) ask(form, button);
  }, true);
})();
