// Results with the keyboard alone: one key for a result, and on to the next board. Nothing waits for the site's answer.
// Without this module the selects and the button below them do the same.

import { ResultQueue } from "./result_queue.js";

const LOOK_AGAIN_AFTER = 15_000;
const desk = document.getElementById("result-desk");
const keys = JSON.parse(desk.dataset.keys);
const status = document.getElementById("results-status");

const rows = () => [...desk.querySelectorAll(".result-row")];
const rowOf = (pairing) => desk.querySelector(`.result-row[data-pairing="${pairing}"]`);
const selectOf = (row) => row?.querySelector("select") ?? null;
const isOpen = (row) => selectOf(row)?.value === "";

// Each row as the site wrote it, to see whether somebody else has changed something.
const asWritten = new Map(rows().map((row) => [row.dataset.pairing, row.outerHTML]));

const queue = new ResultQueue({
  address: location.pathname,
  token: desk.querySelector("[name=csrfmiddlewaretoken]").value,
  account: desk.dataset.account,
  onAnswer: showAnswer,
  onGone: showLost,
  onChange: showStatus,
});

let lastEntered = rows().at(-1)?.dataset.pairing;

function enter(row, result) {
  const select = selectOf(row);
  if (!select) return;
  lastEntered = row.dataset.pairing;
  select.value = result;
  pressButtons(row);
  const { pairing } = row.dataset;
  const entry = queue.get(pairing) ?? { was: row.dataset.result, seen: row.dataset.version };
  showProblem(row, "");
  setState(row, "waiting");
  queue.put(pairing, { ...entry, result });
}

function showAnswer(board, waitsAgain) {
  refreshStrip();
  const row = rowOf(board.pairing);
  if (!row) return;
  row.dataset.version = board.version;
  row.dataset.result = board.result;
  row.querySelector(`[name="was-${board.pairing}"]`)?.setAttribute("value", board.result);
  row.querySelector(`[name="seen-${board.pairing}"]`)?.setAttribute("value", board.version);
  if (waitsAgain) return;
  showProblem(row, board.problem, board.address);
  setState(row, board.problem ? "refused" : "sent");
  const select = selectOf(row);
  if (!select) return;
  if (!board.problem) select.value = board.result;
  pressButtons(row);
}

// A result that can no longer be sent from here is told, never dropped in silence.
function showLost(pairing, { result }) {
  const row = rowOf(pairing);
  const words = desk.querySelector(`#result-words option[value="${CSS.escape(result)}"]`)?.textContent ?? result;
  const place = row?.dataset.board ?? "?";
  const sentence = desk.dataset.wordlost.replace("%board%", place).replace("%result%", words.trim());
  const problem = row?.querySelector("a.result-row__board")?.href;
  if (row) {
    showProblem(row, sentence, problem);
    setState(row, "refused");
  } else {
    document.getElementById("results-lost").hidden = false;
    document.getElementById("results-lost").append(sentence);
  }
}

function setState(row, state) {
  row.dataset.state = state;
  row.querySelector(".result-row__state").textContent = desk.dataset[`word${state}`] ?? "";
}

function showProblem(row, problem, address) {
  const note = row.querySelector(".result-row__problem");
  note.hidden = !problem;
  note.querySelector(".notice__text").textContent = problem;
  note.querySelector("a").href = address ?? "#";
  selectOf(row)?.toggleAttribute("aria-invalid", Boolean(problem));
}

function pressButtons(row) {
  const value = selectOf(row)?.value;
  for (const button of row.querySelectorAll("[data-result-button]")) {
    button.setAttribute("aria-pressed", String(button.dataset.resultButton === value));
  }
}

function showStatus() {
  const entered = rows().filter((row) => !isOpen(row)).length;
  document.getElementById("results-entered").textContent = entered;
  const waiting = queue.size;
  const trouble = waiting ? queue.trouble : "";
  const words = { offline: desk.dataset.wordoffline, refused: desk.dataset.wordsignedout }[trouble];
  status.textContent = words ?? (waiting ? `${waiting} · ${desk.dataset.wordwaiting}` : "");
  status.classList.toggle("result-status--trouble", Boolean(trouble));
}

function focusRow(row) {
  const select = row && selectOf(row);
  if (!select) return;
  select.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
}

function focusNextOpen(row) {
  const all = rows();
  const place = all.indexOf(row) + 1;
  const next = [...all.slice(place), ...all.slice(0, place)].find(isOpen);
  if (next) focusRow(next);
  return Boolean(next);
}

// All are in: one key too many shall not change the last board.
function focusNothingToEnter() {
  document.getElementById("go-to-board").focus({ preventScroll: true });
}

function focusNeighbour(row, step) {
  const all = rows().filter(selectOf);
  focusRow(all[all.indexOf(row) + step]);
}

desk.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.target.id === "go-to-board") return goToBoard(event);
  const row = event.target.closest(".result-row");
  if (!row || event.target !== selectOf(row)) return;
  const key = event.key.toLowerCase();
  if (key in keys) {
    event.preventDefault();
    if (event.repeat) return; // a finger that rests on a key is not fifty results
    enter(row, keys[key]);
    if (!focusNextOpen(row)) focusNothingToEnter();
  } else if (key === "arrowdown" || key === "arrowup") {
    event.preventDefault();
    focusNeighbour(row, key === "arrowdown" ? 1 : -1);
  } else if (key === "b") {
    event.preventDefault();
    document.getElementById("go-to-board").select();
  } else if (key.length === 1 && key !== " ") {
    event.preventDefault(); // the list would choose whatever begins with that letter
  }
});

function goToBoard(event) {
  const field = event.target;
  if (event.key === "Escape") return void focusNextOpen(null);
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    return focusRow(event.key === "ArrowUp" ? rowOf(lastEntered) : rows().find(selectOf));
  }
  if (event.key !== "Enter") return;
  event.preventDefault();
  const wanted = field.value.trim().toLowerCase();
  const row = rows().find((each) => each.dataset.board === wanted);
  field.setCustomValidity(selectOf(row) ? "" : desk.dataset.wordnoboard);
  if (!field.reportValidity()) return;
  field.value = "";
  focusRow(row);
}

desk.addEventListener("input", (event) => {
  if (event.target.id === "go-to-board") event.target.setCustomValidity("");
});

desk.addEventListener("change", (event) => {
  const row = event.target.closest(".result-row");
  if (row && event.target === selectOf(row)) enter(row, event.target.value);
});

desk.addEventListener("click", (event) => {
  const button = event.target.closest("[data-result-button]");
  if (!button) return;
  event.preventDefault();
  enter(button.closest(".result-row"), button.dataset.resultButton);
});

// Others enter results too. What is typed here is never touched: only rows that wait for nothing are made anew.
async function lookAgain() {
  if (document.hidden || queue.size) return;
  const headers = { "HX-Request": "true", "HX-Target": "boards" };
  const response = await fetch(location.pathname, { headers }).catch(() => null);
  if (!response?.ok || response.redirected) return;
  const news = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const fresh of news.querySelectorAll(".result-row")) {
    const { pairing } = fresh.dataset;
    const row = rowOf(pairing);
    const isOlder = Number(fresh.dataset.version) < Number(row?.dataset.version);
    const isNews = !isOlder && asWritten.get(pairing) !== fresh.outerHTML;
    if (!row || !isNews || queue.get(pairing) || row.dataset.state === "refused") continue;
    asWritten.set(pairing, fresh.outerHTML);
    const hadFocus = row.contains(document.activeElement);
    row.replaceWith(document.adoptNode(fresh));
    if (hadFocus) focusRow(fresh);
  }
  showStatus();
}

// What comes next is the site's to say, when it has everything that was typed.
let stripTimer = 0;
function refreshStrip() {
  clearTimeout(stripTimer);
  stripTimer = setTimeout(async () => {
    const headers = { "HX-Request": "true", "HX-Target": "round-strip" };
    const response = await fetch(location.pathname, { headers }).catch(() => null);
    if (!response?.ok || response.redirected || queue.size) return;
    const news = new DOMParser().parseFromString(await response.text(), "text/html");
    document.getElementById("round-strip").replaceWith(news.getElementById("round-strip"));
  }, 200);
}

window.addEventListener("beforeunload", (event) => {
  if (queue.size) event.preventDefault();
});

for (const [pairing, entry] of queue.kept()) {
  const row = rowOf(pairing);
  const isThere = row?.dataset.result === entry.result && (entry.sent ?? entry.result) === entry.result;
  if (isThere || !selectOf(row)) {
    queue.drop(pairing);
    if (!isThere) showLost(pairing, entry);
    continue;
  }
  selectOf(row).value = entry.result;
  pressButtons(row);
  setState(row, "waiting");
  queue.put(pairing, entry);
}
setInterval(lookAgain, LOOK_AGAIN_AFTER);
showStatus();
focusNextOpen(null);
