// The round clock counts down to the moment the server named. The hall's computers may be minutes wrong: how much, the
// server's own date says.

let ahead = 0; // milliseconds that this computer is ahead of the server

const two = (number) => String(number).padStart(2, "0");

const face = (seconds) => {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

const tick = () => {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const left = Math.ceil((Date.parse(clock.dataset.ends) - (Date.now() - ahead)) / 1000);
    const shown = clock.querySelector("[data-clock-face]");
    const text = left > 0 ? face(left) : clock.dataset.over;
    if (shown.textContent !== text) shown.textContent = text;
    clock.classList.toggle("round-clock--last", left <= 300);
    clock.classList.toggle("round-clock--over", left <= 0);
  }
};

try {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
  const server = Date.parse(answer.headers.get("Date") ?? "");
  // The header has whole seconds: half of one is the best guess.
  if (!Number.isNaN(server) && Math.abs(Date.now() - server) > 1500) ahead = Date.now() - server - 500;
} catch {
  // Without an answer this computer's own clock has to do.
}
tick();
setInterval(tick, 500);
