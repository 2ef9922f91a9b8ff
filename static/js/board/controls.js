// How people step through a game: buttons (held down they repeat), keys, wheel, swipes, and by itself.

const FIRST_REPEAT = 380;
const REPEAT = 90;
const SWIPE = 36; // pixels
const NOTCH = 40; // of a wheel
const REMEMBERED = "kiebitz-board-keys";

export function connect(root, player) {
  buttons(root, player);
  keys(root, player);
  wheel(root, player);
  touch(root, player);
}

function buttons(root, player) {
  let timer = 0;
  let held = false;
  const release = () => clearTimeout(timer);
  for (const button of root.querySelectorAll("[data-step]")) {
    const step = button.dataset.step;
    button.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!held) player.step(step);
      held = false;
    });
    if (step !== "back" && step !== "forward") continue;
    const repeat = () => {
      held = true;
      player.step(step);
      timer = setTimeout(repeat, REPEAT);
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      held = false;
      clearTimeout(timer);
      timer = setTimeout(repeat, FIRST_REPEAT);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, release);
    // A long touch would open a menu about the link instead.
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("dragstart", (event) => event.preventDefault());
  }
  root.querySelector("a[data-flip]").addEventListener("click", (event) => {
    event.preventDefault();
    player.flip();
  });
  root.querySelector("[data-play]").addEventListener("click", () => player.togglePlay());
  root.querySelector("[data-speed]").addEventListener("change", (event) => {
    player.pace = Number(event.target.value);
  });
}

const ACTIONS = {
  ArrowLeft: (player) => player.step("back"),
  ArrowRight: (player) => player.step("forward"),
  Home: (player) => player.step("first"),
  End: (player) => player.step("last"),
  " ": (player) => player.togglePlay(),
  f: (player) => player.flip(),
};

function keys(root, player) {
  const help = root.querySelector("#replay-help");
  const choice = root.querySelector("[data-keys]");
  choice.checked = remembered() !== "off";
  choice.addEventListener("change", () => remember(choice.checked ? "on" : "off"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!choice.checked || document.querySelector("dialog[open]") || belongsElsewhere(event)) return;
    if (event.key === "?") {
      event.preventDefault();
      help.showModal();
      return;
    }
    const action = ACTIONS[event.key];
    if (!action || event.shiftKey) return;
    event.preventDefault();
    if (event.key === " " && event.repeat) return;
    action(player);
  });
}

/** Whoever writes, chooses or presses something has the keys for that. */
function belongsElsewhere({ key, target }) {
  if (target.closest("input, textarea, select, [contenteditable], audio, video")) return true;
  if (key === " ") return Boolean(target.closest("a, button, summary, [role=button]"));
  // What scrolls sideways scrolls with the arrow keys.
  if (key.startsWith("Arrow")) return Boolean(target.closest(".table-frame"));
  return false;
}

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function remember(value) {
  try {
    localStorage.setItem(REMEMBERED, value);
  } catch {
    // Then it holds for this page.
  }
}

// The wheel scrolls the page, as everywhere; whoever clicked the board goes through the game with it, until they click
// elsewhere or the pointer leaves the board.
function wheel(root, player) {
  const picture = root.querySelector("[data-picture]");
  let turned = 0;
  let taken = false;
  document.addEventListener("pointerdown", (event) => {
    taken = event.pointerType === "mouse" && picture.contains(event.target);
  });
  picture.addEventListener("pointerleave", () => { taken = false; });
  picture.addEventListener(
    "wheel",
    (event) => {
      if (!taken || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const step = event.deltaY > 0 ? "forward" : "back";
      if (!player.can(step)) return; // at an end the page scrolls on
      event.preventDefault();
      turned = Math.sign(turned) === Math.sign(event.deltaY) ? turned + event.deltaY : event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      turned = 0;
      player.step(step);
    },
    { passive: false },
  );
}

function touch(root, player) {
  const picture = root.querySelector("[data-picture]");
  let start = null;
  let swiped = false;
  picture.addEventListener("pointerdown", (event) => {
    swiped = false;
    start = event.pointerType === "mouse" ? null : [event.clientX, event.clientY];
  });
  picture.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") player.look.hover(player.surface.squareAt(event.clientX, event.clientY));
    if (!start) return;
    const [x, y] = [event.clientX - start[0], event.clientY - start[1]];
    if (Math.abs(x) < SWIPE || Math.abs(x) < Math.abs(y) * 1.5) return;
    start = [event.clientX, event.clientY]; // a longer swipe goes further
    swiped = true;
    player.step(x < 0 ? "forward" : "back");
  });
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { start = null; });
  picture.addEventListener("click", (event) => {
    if (swiped) return;
    const square = player.surface.squareAt(event.clientX, event.clientY);
    if (square >= 0 && root.dataset.parts) player.look.at(square);
  });
}
