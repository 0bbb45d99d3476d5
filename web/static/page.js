// Keeps a page fresh. Every page and form also works without scripts: people reload it by hand.

import { keepFresh } from "./live.js";
import { sendHere } from "./forms.js";
import { keepRecord } from "./record.js";
import { scrub } from "./scrubber.js";
import { followAims } from "./aims.js";
import { chooseFirst } from "./choosing.js";
import { putAway } from "./granted.js";
import { searchAtOnce } from "./at_once.js";
import { usePhone } from "./this_phone.js";
import { showTexts } from "./chip_text.js";
import { keepDesk, keepReaders } from "./desk.js";
import { editByHand } from "./editor.js";

if (document.body.dataset.stream) keepFresh(document.body.dataset.stream, document.body.dataset.mark);
sendHere();
document.querySelector(".top nav [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
scrub();
followAims();
chooseFirst();
showTexts();
editByHand();
keepDesk();
keepReaders();
putAway();
usePhone();
searchAtOnce();
keepRecord();
