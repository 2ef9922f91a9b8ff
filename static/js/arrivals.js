// The check-in by keyboard: typing leaves those whose names have all the words, Enter checks in who is left alone.
// Without a script the whole list is there with its buttons.

const field = document.querySelector("[data-arrivals-filter]");
const input = field?.querySelector("input");
const nobody = document.querySelector("[data-arrivals-none]");

const folded = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const rows = () => [...document.querySelectorAll("[data-arrival]")];
const fits = (row, words) => {
  const names = folded(row.dataset.arrival).split(/\s+/);
  return words.every((word) => names.some((name) => name.startsWith(word)));
};

const filter = () => {
  const words = folded(input.value).split(/\s+/).filter(Boolean);
  let left = 0;
  for (const row of rows()) {
    row.hidden = !fits(row, words);
    left += row.hidden ? 0 : 1;
  }
  nobody.hidden = left > 0;
};

if (field) {
  field.hidden = false;
  input.focus();
  input.addEventListener("input", filter);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      filter();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const left = rows().filter((row) => !row.hidden);
      // Who is here already is not sent away by a second Enter.
      const button = left.length === 1 ? left[0].querySelector("button:not([name=undo])") : null;
      button?.click();
    }
  });
  // The next one can be typed at once.
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!event.target.closest?.("#arrivals") && !event.detail.target?.matches?.("[data-arrival]")) return;
    if (!input.value) return;
    input.value = "";
    filter();
    input.focus();
  });
}
