// Notifications: show what the site sends, and open its page when somebody taps it.

const readMessage = (data) => {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
};

// Whatever a message says, it leads nowhere but to a page of this site.
const ownAddress = (path) => {
  const address = new URL(path || "/", self.location.origin);
  return address.origin === self.location.origin ? address.href : self.location.origin;
};

addEventListener("push", (event) => {
  const { title, text, path, tag } = readMessage(event.data);
  // Browsers take the permission away from a site that is woken up and shows nothing.
  const options = { body: text || "", tag: tag || "kiebitz", data: { path } };
  event.waitUntil(self.registration.showNotification(title || "Kiebitz", options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = ownAddress(event.notification.data?.path);
  const open = async () => {
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shown = windows.find((each) => each.url === address);
    return shown ? shown.focus() : self.clients.openWindow(address);
  };
  event.waitUntil(open());
});
