// Keys of the explorer: as at the board of a game.

const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first" };

const page = document.querySelector("[data-explorer-page]");

addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!page || !step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, .table-frame")) return;
  const link = page.querySelector(`[data-step="${step}"][href]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
