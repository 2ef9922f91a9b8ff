// The browser knows its time zone: signing up takes it along, the preferences offer it.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (zone) {
  for (const input of document.querySelectorAll("input[data-time-zone]")) input.value = zone;

  for (const offer of document.querySelectorAll("[data-time-zone-offer]")) {
    const button = offer.querySelector("button");
    const input = document.getElementById(button.getAttribute("aria-controls"));
    const compare = () => { offer.hidden = input.value === zone; };
    button.textContent = zone;
    button.addEventListener("click", () => {
      input.value = zone;
      input.focus();
      compare();
    });
    input.addEventListener("input", compare);
    compare();
  }
}
