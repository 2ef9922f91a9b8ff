// An element with data-follow="address" keeps up with the page at that address: it asks every data-follow-seconds whether
// anything has changed (the server answers 304 if not) and takes what is new. Hidden pages ask nothing.
//
// What everybody sees alike has data-follow-as="anybody" and is asked for without saying who asks: the server then need not
// look for whoever it is. A hall full of phones asks for the same few things.

const tags = new WeakMap();

async function follow(id) {
  const element = document.getElementById(id);
  if (!element || !element.dataset.follow) return;
  if (!document.hidden) await ask(element).catch(() => undefined); // offline: the next time
  const now = document.getElementById(id);
  if (now?.dataset.follow) setTimeout(follow, 1000 * Number(now.dataset.followSeconds || 10), id);
}

async function ask(element) {
  const headers = { "HX-Request": "true", "HX-Target": element.id };
  if (tags.has(element)) headers["If-None-Match"] = tags.get(element);
  const anybody = element.dataset.followAs === "anybody";
  if (anybody) headers["Accept-Language"] = document.documentElement.lang;
  const credentials = anybody ? "omit" : "same-origin";
  const response = await fetch(element.dataset.follow, { headers, credentials, cache: "no-store" });
  if (response.status !== 200) return;
  const part = document.createElement("template");
  part.innerHTML = await response.text();
  const fresh = part.content.getElementById(element.id);
  if (!fresh) return;
  markOwn(element, fresh);
  if (fresh.isEqualNode(element)) {
    tags.set(element, response.headers.get("ETag") ?? "");
    return;
  }
  if (element.matches(":active")) return; // somebody presses a button in it right now: the next time
  replace(element, fresh);
  tags.set(fresh, response.headers.get("ETag") ?? "");
}

// Lists that are asked for as anybody say nothing of who reads them: what was marked as the reader's own stays marked.
function markOwn(element, fresh) {
  for (const own of element.querySelectorAll("[data-entry][aria-current]")) {
    const entry = CSS.escape(own.dataset.entry);
    fresh.querySelectorAll(`[data-entry="${entry}"]`).forEach((each) => each.setAttribute("aria-current", "true"));
  }
}

// Whoever reads in the middle of a wide table stays there, and so does the focus on a link.
function replace(element, fresh) {
  const frames = [...element.querySelectorAll(".table-frame")].map((frame) => [frame.scrollLeft, frame.scrollTop]);
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  element.replaceWith(fresh);
  [...fresh.querySelectorAll(".table-frame")].forEach((frame, index) => {
    if (frames[index]) [frame.scrollLeft, frame.scrollTop] = frames[index];
  });
  if (focused) fresh.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  globalThis.htmx?.process(fresh);
}

for (const element of document.querySelectorAll("[data-follow][id]")) {
  setTimeout(follow, 1000 * Number(element.dataset.followSeconds || 10), element.id);
}
