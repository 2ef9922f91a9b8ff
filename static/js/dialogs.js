// A link or button with data-dialog="id" opens that <dialog>. Without a script a link leads to the same on a page.

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (!opener) return;
  const dialog = document.getElementById(opener.dataset.dialog);
  if (!dialog) return;
  event.preventDefault();
  dialog.showModal();
});
