// On narrow screens a row of tabs or of the site's areas scrolls sideways: that of this page comes into view.

for (const tab of document.querySelectorAll(":is(.tabs, .site-nav) [aria-current]")) {
  const row = tab.closest(".tabs, .site-nav");
  row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
