// The list on the projector moves by itself: slowly down, a rest at both ends, and again. With reduced motion whole pages
// turn instead. It can be held with the button or the space bar, and stands still while somebody uses the mouse wheel.

const SPEED = 40; // pixels a second
const REST = 5000;
const PAGE = 9000;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const root = document.querySelector("[data-projector]");
const pause = root.querySelector("[data-projector-pause]");
const full = root.querySelector("[data-projector-full]");
const sheet = () => root.querySelector("[data-projector-window]");

let held = false;
let place = 0;
let restUntil = performance.now() + REST;
let before = performance.now();
let heading = root.querySelector("h1").textContent;
let known = sheet();

const atEnd = (list) => list.scrollTop + list.clientHeight >= list.scrollHeight - 1;

const turn = (list, now) => {
  if (now < restUntil) return;
  if (reduced.matches) {
    place = atEnd(list) ? 0 : list.scrollTop + list.clientHeight * 0.9;
    restUntil = now + PAGE;
  } else if (atEnd(list)) {
    place = 0;
    restUntil = now + REST;
  } else {
    place += (SPEED * Math.min(now - before, 100)) / 1000;
    if (place + list.clientHeight >= list.scrollHeight) restUntil = now + REST;
  }
  list.scrollTop = place;
};

// A new list begins where the old one was; a new round at its top.
const takeOver = (list) => {
  const now = root.querySelector("h1").textContent;
  if (now !== heading) place = 0;
  [heading, known] = [now, list];
  list.scrollTop = place;
};

const step = (now) => {
  const list = sheet();
  if (list && list !== known) takeOver(list);
  if (list && !held && list.scrollHeight > list.clientHeight) turn(list, now);
  before = now;
  requestAnimationFrame(step);
};

const hold = (wanted) => {
  held = wanted;
  place = sheet()?.scrollTop ?? 0;
  pause.setAttribute("aria-pressed", String(held));
};

pause.hidden = false;
pause.addEventListener("click", () => hold(!held));
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("button, a, input")) return;
  event.preventDefault();
  hold(!held);
});
root.addEventListener("wheel", () => {
  restUntil = performance.now() + REST;
  requestAnimationFrame(() => { place = sheet()?.scrollTop ?? 0; });
}, { passive: true });

if (document.fullscreenEnabled) {
  full.hidden = false;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}

requestAnimationFrame(step);
