// A button beside a password shows what was typed. Before the form is sent, the password is hidden again.

for (const button of document.querySelectorAll("[data-reveal]")) {
  const input = button.parentElement.querySelector("input");
  const show = (visible) => {
    input.type = visible ? "text" : "password";
    button.textContent = visible ? button.dataset.hide : button.dataset.show;
  };
  button.addEventListener("click", () => show(input.type === "password"));
  // A browser remembers what was typed into text fields, not what was typed into password fields.
  input.form?.addEventListener("submit", () => show(false));
  button.hidden = false;
}
