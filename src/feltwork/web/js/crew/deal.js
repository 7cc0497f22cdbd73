// The page of the crew's terminal.

import { getSurely } from "../common/page.js";
import { CrewTerminal } from "./terminal.js";

const me = await getSurely("/api/me");
const terminal = new CrewTerminal(me);
terminal.link.open();
Object.assign(globalThis, { terminal });
