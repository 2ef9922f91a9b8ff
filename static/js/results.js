// Results with the keyboard alone: the board's number, Enter, a key for the result, Enter; and on to the next board.
// Without this module the same form works with the Tab key.

const LOOK_AGAIN_AFTER = 15_000;
const field = (id) => document.getElementById(id);
const rows = () => [...document.querySelectorAll(".result-row")];
const rowOf = (board) => rows().find((row) => row.dataset.board === board.trim().toLowerCase());

function tellPlayers() {
  const players = field("quick-players");
  const row = rowOf(field("quick-board").value);
  players.textContent = row ? row.dataset.players : "";
}

document.addEventListener("input", (event) => {
  if (event.target.id === "quick-board") tellPlayers();
});

document.addEventListener("keydown", (event) => {
  if (event.target.id === "quick-board" && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    field("quick-key").focus();
    field("quick-key").select();
  }
  // With an empty field for the result, going back means the board was the wrong one.
  if (event.target.id === "quick-key" && event.key === "Backspace" && event.target.value === "") {
    event.preventDefault();
    field("quick-board").focus();
    field("quick-board").select();
  }
});

function startTyping() {
  const board = field("quick-board");
  if (!board) return;
  const problem = field("quick-problem");
  const first = problem && field("quick-key").value ? field("quick-key") : board;
  first.focus({ preventScroll: true });
  first.select();
  tellPlayers();
}

// After a board was entered by its keys the focus goes on; after a select it stays where it was, by its id.
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.requestConfig?.elt?.id === "quick") startTyping();
});

// Others enter results too. Nobody is disturbed who has the list open or is typing.
setInterval(() => {
  const boards = field("boards");
  if (!boards || document.hidden || boards.contains(document.activeElement) || field("quick-key").value) return;
  boards.dispatchEvent(new CustomEvent("look-again"));
}, LOOK_AGAIN_AFTER);

startTyping();
