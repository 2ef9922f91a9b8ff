// Boards that are followed while they are recorded: a wall, or one in large.

import { LiveGame } from "./game.js";
import { Wall } from "./wall.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);

const wall = document.querySelector("[data-live-wall]");
if (wall) new Wall(wall, read("live-wall"));
const game = document.querySelector("[data-live-game]");
if (game) new LiveGame(game, read("live-game"), read("live-texts"));
