// The search in the header by keyboard: "/" leads there, arrows choose a suggestion, Enter follows it, Escape closes.
// htmx fetches the suggestions; without a script the field is a form.

const form = document.querySelector("[data-search]");
const input = form?.querySelector("input");
const list = form?.querySelector("[role=listbox]");
const status = form?.querySelector("[data-search-status]");

const options = () => [...list.querySelectorAll("[role=option]")];
const chosen = () => list.querySelector("[aria-selected=true]");

const choose = (option) => {
  chosen()?.setAttribute("aria-selected", "false");
  if (option) {
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option.id);
  } else {
    input.removeAttribute("aria-activedescendant");
  }
};

const show = (visible) => {
  list.hidden = !visible;
  input.setAttribute("aria-expanded", String(visible));
  if (!visible) choose(null);
};

const typing = (element) =>
  element?.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(element?.tagName);

const step = (direction) => {
  const all = options();
  if (!all.length) return;
  show(true);
  const present = all.indexOf(chosen());
  choose(all[present < 0 ? (direction > 0 ? 0 : all.length - 1) : (present + direction + all.length) % all.length]);
};

if (form) {
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");

  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && !list.hidden && chosen()) {
      event.preventDefault();
      chosen().click();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (list.hidden) {
        input.value = "";
        list.replaceChildren();
        input.blur();
      }
      show(false);
    }
  });

  list.addEventListener("htmx:afterSwap", () => {
    const any = options().length > 0;
    show(any && document.activeElement === input);
    status.textContent = any ? status.dataset.some : input.value.trim() ? status.dataset.none : "";
  });

  input.addEventListener("focus", () => show(options().length > 0));
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) show(false);
  });

  document.addEventListener("keydown", (event) => {
    const other = event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (event.key !== "/" || other || event.defaultPrevented || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    // On a narrow screen the field is not there; the search page has one of its own.
    const field = input.checkVisibility() ? input : document.getElementById("search-text");
    if (!field) {
      location.assign(form.action);
      return;
    }
    field.focus();
    field.select();
  });
}
