// On narrow screens a row of tabs scrolls sideways: the tab of this page comes into view.

for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
  const row = tab.closest(".tabs");
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
