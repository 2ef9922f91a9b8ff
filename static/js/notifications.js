// The switch for notifications in this browser: asks for permission, subscribes, and tells the site where to send.

const root = document.querySelector("[data-push]");

const toBytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
};

const isSupported = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const hasOurKey = (subscription) => {
  const key = subscription.options.applicationServerKey;
  const ours = toBytes(root.dataset.key);
  return key && new Uint8Array(key).every((byte, place) => byte === ours[place]);
};

const presentState = async () => {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const worker = await navigator.serviceWorker.getRegistration("/");
  const subscription = await worker?.pushManager.getSubscription();
  // The site may have removed it, and the operators may have another key.
  return subscription && root.dataset.this && hasOurKey(subscription) ? "on" : "off";
};

const show = (state) => {
  for (const part of root.querySelectorAll("[data-push-state]")) part.hidden = part.dataset.pushState !== state;
};

const subscribe = async () => {
  const worker = await navigator.serviceWorker.register(root.dataset.worker, { updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  if (before && !hasOurKey(before)) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: toBytes(root.dataset.key) };
  return worker.pushManager.subscribe(options);
};

const tellSite = async (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  const body = new URLSearchParams({ endpoint, ...keys });
  const token = root.querySelector("[name=csrfmiddlewaretoken]").value;
  const answer = await fetch(root.dataset.add, { method: "POST", headers: { "X-CSRFToken": token }, body });
  if (answer.ok) return;
  const { problem } = await answer.json().catch(() => ({}));
  throw new Error(problem ?? "");
};

const switchOn = async () => {
  const problem = root.querySelector("[data-push-problem]");
  problem.hidden = true;
  const button = root.querySelector("[data-push-on]");
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) === "granted") {
      await tellSite(await subscribe());
      window.location.reload();
      return;
    }
  } catch (error) {
    // A sentence of the site's, or one of the browser's that says too much.
    if (error.constructor === Error && error.message) problem.textContent = error.message;
    problem.hidden = false;
  }
  button.disabled = false;
  show(await presentState());
};

root.querySelector("[data-push-on]").addEventListener("click", switchOn);
show(await presentState());
