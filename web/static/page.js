// Keeps a page fresh. Without scripts every page and form still works: one loads it again by hand.

import { keepFresh } from "./live.js";
import { sendHere } from "./forms.js";
import { scrub } from "./scrubber.js";

if (document.body.dataset.stream) keepFresh(document.body.dataset.stream, document.body.dataset.mark);
sendHere();
document.querySelector("nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
scrub();
