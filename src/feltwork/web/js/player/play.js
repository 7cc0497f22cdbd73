// The page of the player's terminal: who sits here, and what was asked before it was loaded.

import { getSurely, settle } from "../common/page.js";
import { identify } from "../common/unsettled.js";
import { settled } from "./purse.js";
import { Terminal } from "./terminal.js";

const me = await getSurely("/api/me");
identify(me);
const terminal = new Terminal(me);
terminal.link.on("hello", () => settle((told, path) => settled(terminal, told, path)), { once: true });
terminal.link.open();
Object.assign(globalThis, { terminal });
