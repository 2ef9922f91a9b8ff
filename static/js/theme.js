// The theme switch without a page load: the form still does the work, this makes it immediate.

for (const form of document.querySelectorAll("[data-theme-form]")) {
  form.addEventListener("submit", (event) => {
    const chosen = event.submitter;
    if (!chosen) return;
    event.preventDefault();
    document.documentElement.dataset.theme = chosen.value;
    for (const button of form.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button === chosen));
    }
    const body = new FormData(form, chosen);
    // Whoever leaves the page at once keeps the choice; should the site be away, it holds for this page at least.
    fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => {});
  });
}
