// Starts the recorder: with the rules of the game, or as a score sheet that knows none.

import { keepPage } from "../kept_pages.js";
import { Recorder } from "./recorder.js";
import { servedRules } from "./served.js";
import { asScoreSheet } from "./sheet.js";

const root = document.querySelector("[data-recorder]");

async function start() {
  const data = JSON.parse(document.getElementById("recorder-document").textContent);
  const rules = data.served ? servedRules(data) : await import(root.dataset.rules);
  const recorder = new Recorder(root, data, data.mode === "score_sheet" ? asScoreSheet(rules) : rules);
  await recorder.open();
  recorder.isKept = await keepPage(root.dataset.worker);
  root.toggleAttribute("data-kept", recorder.isKept);
}

if (root) start();
