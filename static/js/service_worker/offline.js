// Without a connection: pages that this browser has kept open all the same (static/js/kept_pages.js says which).
// The site comes first always, so an upgrade is seen at once; what is kept is shown where it does not answer.

{
  const PAGES = "/record/";
  const PARTS = new Set(["script", "style", "font", "image"]);
  const PATIENCE = 8000;

  const isKeptSomewhere = ({ method, mode, destination, url }) => {
    const { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== self.location.origin) return false;
    return mode === "navigate" ? pathname.startsWith(PAGES) : PARTS.has(destination);
  };

  const later = () => new Promise((resolve) => { setTimeout(resolve, PATIENCE); });

  const answer = async (request) => {
    const fromSite = fetch(request);
    const first = await Promise.race([fromSite.catch(() => null), later()]);
    // Scripts do not see cookies: what is kept belongs to whoever is signed in, whatever it varies by.
    return first ?? (await caches.match(request, { ignoreVary: true })) ?? fromSite;
  };

  addEventListener("fetch", (event) => {
    if (isKeptSomewhere(event.request)) event.respondWith(answer(event.request));
  });
}
