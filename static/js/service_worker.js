// The one service worker of the site. /service-worker.js brings this file first and then the parts beside it, each of
// which adds what it listens to (config/service_worker.py names them).

addEventListener("install", () => self.skipWaiting());
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
