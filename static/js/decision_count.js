// How much waits for the account's decision, in the header. The site is asked at most once a minute.

const FRESH_FOR = 60_000;
const link = document.getElementById("decision-count");
const KEY = `kiebitz-decisions:${link.dataset.account}`;

function show(count) {
  link.querySelector(".decision-count__number").textContent = count > 99 ? "99+" : count;
  link.hidden = !count;
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

async function ask() {
  const response = await fetch(link.dataset.address, { headers: { Accept: "application/json" } }).catch(() => null);
  if (!response?.ok || response.redirected) return;
  const { count } = await response.json();
  show(count);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ count, at: Date.now() }));
  } catch {
    // Then the next page asks again.
  }
}

const known = kept();
if (known) show(known.count);
// The list itself and what is decided there change the number: after them the site is asked at once.
const isFresh = known && Date.now() - known.at < FRESH_FOR && !document.querySelector(".messages");
if (!isFresh) ask();
