// Starts the recorder: with the rules of the game, or as a score sheet that knows none.

import { Recorder } from "./recorder.js";
import { asScoreSheet } from "./sheet.js";

const root = document.querySelector("[data-recorder]");
if (root) {
  const data = JSON.parse(document.getElementById("recorder-document").textContent);
  import(root.dataset.rules).then((rules) => {
    new Recorder(root, data, data.mode === "score_sheet" ? asScoreSheet(rules) : rules).open();
  });
}
