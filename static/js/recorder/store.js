// What this device keeps of a recording: every step before it is sent, and where this device was.

const NAME = "kiebitz-recorder";

export class Store {
  constructor(recording, account) {
    this.recording = `${account}:${recording}`;
    this.isLasting = true;
    this.database = null;
  }

  async open() {
    try {
      this.database = await new Promise((resolve, reject) => {
        const request = indexedDB.open(NAME, 1);
        request.addEventListener("upgradeneeded", () => {
          const steps = request.result.createObjectStore("steps", { keyPath: ["recording", "key"] });
          steps.createIndex("recording", "recording");
          request.result.createObjectStore("tips", { keyPath: "recording" });
        });
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    } catch {
      this.isLasting = false; // a private window, or no room: the page still has everything
    }
  }

  /** Steps with `sent`, in the order of their numbers, and the step where this device was. */
  async load() {
    if (!this.database) return { steps: [], tip: null };
    const transaction = this.database.transaction(["steps", "tips"]);
    const [steps, tip] = await Promise.all([
      result(transaction.objectStore("steps").index("recording").getAll(this.recording)),
      result(transaction.objectStore("tips").get(this.recording)),
    ]);
    return { steps: steps.toSorted((one, other) => one.number - other.number), tip: tip?.key ?? null };
  }

  /** Resolves when the disk has them. */
  async put(steps, tip) {
    if (!this.database) return;
    const transaction = this.database.transaction(["steps", "tips"], "readwrite", { durability: "strict" });
    for (const step of steps) transaction.objectStore("steps").put({ ...step, recording: this.recording });
    if (tip !== undefined) transaction.objectStore("tips").put({ recording: this.recording, key: tip });
    await finished(transaction);
  }

  /** The game was handed in: nothing has to be kept here. */
  async forget() {
    if (!this.database) return;
    const transaction = this.database.transaction(["steps", "tips"], "readwrite");
    const steps = transaction.objectStore("steps");
    for (const key of await result(steps.index("recording").getAllKeys(this.recording))) steps.delete(key);
    transaction.objectStore("tips").delete(this.recording);
    await finished(transaction);
  }
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}
