// The page of the virtual table: the server sends the whole world, the page sends single deeds.

import { listen } from "./connection.js";
import { followButtons } from "./buttons.js";
import { followDrawers, showCheats } from "./cheats.js";
import { followKeys, settle } from "./keys.js";
import { followPointer } from "./drag.js";
import { followLight } from "./glow.js";
import { mark } from "./holding.js";
import { showFrames } from "./frames.js";
import { showSayings } from "./sayings.js";
import { followSetup, showSpoken } from "./setup.js";
import { showSpotlight } from "./spotlight.js";
import { showTable } from "./table.js";

let world = null;

followPointer();
followKeys();
followDrawers();
followLight();
followSetup(() => world);
followButtons(() => world);
listen((now) => {
  world = now;
  document.body.classList.toggle("recorded", Boolean(world.recorded));
  showSpoken(world);
  showTable(world);
  mark(world);
  settle();
  showSayings(world);
  showCheats(world);
  showFrames(world);
  showSpotlight(world);
});
