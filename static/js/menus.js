// Menus close when the work in them is done: by Escape, by a click elsewhere, when the focus leaves.

const openMenus = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("focusin", (event) => {
  for (const menu of openMenus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    const summary = menu.querySelector("summary");
    const focusWasInside = menu.contains(document.activeElement);
    menu.open = false;
    if (focusWasInside) summary.focus();
  }
});
