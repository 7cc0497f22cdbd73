// The page of the supervisor's console.

import { getSurely, settle } from "../common/page.js";
import { identify } from "../common/unsettled.js";
import { Console } from "./console.js";

const me = await getSurely("/api/me");
identify(me);
const supervisor = new Console(me);
Object.assign(globalThis, { supervisor });
await supervisor.begin();
await settle();
