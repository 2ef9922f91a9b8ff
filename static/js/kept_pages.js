// What this browser keeps for times without a connection: pages of one account, made by one release.
// Every page of the site looks after it: whoever signs out, or signs in as somebody else, leaves nothing behind.

const PREFIX = "kiebitz-kept:";
const STATIC = new URL("../", import.meta.url);
const account = told("account");
const own = `${PREFIX}${told("release")}:${account}`;
// Without a secure context browsers have neither of the two.
const store = globalThis.caches;
const workers = navigator.serviceWorker;

function told(name) {
  return document.querySelector(`meta[name="${name}"]`)?.content ?? "";
}

async function forget(isOld) {
  const names = await store.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && isOld(name)).map((name) => store.delete(name)));
}

/** Keep the page that is open, with all that it has loaded. Whether it opens without a connection from now on. */
export async function keepPage(worker) {
  if (!store || !workers || !account) return false;
  const address = location.pathname;
  try {
    await workers.register(worker);
    const kept = await store.open(own);
    const page = await fetch(address).catch(() => null);
    if (!page) return Boolean(await kept.match(address));
    if (!page.ok || page.redirected) return false;
    await kept.put(address, page);
    await Promise.all(parts().map(async (part) => (await kept.match(part)) ?? kept.add(part)));
    return true;
  } catch {
    return false; // no room, or not allowed here
  }
}

/** The scripts, styles, fonts and pictures of this page. */
function parts() {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  return [...new Set(loaded)].filter((name) => name.startsWith(STATIC.href));
}

if (store) {
  forget((name) => !account || name !== own);
  document.addEventListener("submit", ({ target }) => {
    if (target.matches("[data-sign-out]")) forget(() => true);
  });
}
