// In a table with data-explained, a click on a player's points or tie-break opens the reasons in a dialog. Without a script
// the link on the points leads to the same on a page.

const dialog = document.getElementById("explanation");
const place = dialog?.querySelector("[data-explanation]");

document.addEventListener("click", async (event) => {
  if (!place || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const cell = event.target.closest("[data-explained] tbody td.number");
  const row = cell?.closest("tr");
  const link = row?.querySelector("td.number a");
  const column = row ? [...row.cells].indexOf(cell) - [...row.cells].indexOf(link?.closest("td")) : -1;
  if (!link || column < 0) return;
  event.preventDefault();
  const response = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!response?.ok) {
    location.href = link.href;
    return;
  }
  place.innerHTML = await response.text();
  const parts = [...place.querySelectorAll("[data-column]")];
  for (const part of parts) part.open = Number(part.dataset.column) === column;
  dialog.showModal();
  parts[column]?.scrollIntoView({ block: "nearest" });
});

// A click beside the dialog closes it.
dialog?.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
