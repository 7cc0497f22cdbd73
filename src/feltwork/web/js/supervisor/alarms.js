// Alarms about dice and wheels that nobody has answered by a check yet, over whatever table is open.

import { element, find, get } from "../common/page.js";
import { text } from "../common/text.js";

const EVERY_MS = 10_000;

/** Show them now, and look again now and then. */
export function watchAlarms() {
  show();
  setInterval(show, EVERY_MS);
}

async function show() {
  const told = await get("/api/duties", { byItself: true }).catch(() => null);
  if (!told?.duties) return; // as it was: the connection is told of elsewhere
  const open = told.duties.filter(
    (/** @type {any} */ { duty, standing }) => duty.includes("/fairness/") && ["due", "late"].includes(standing),
  );
  const place = find("#alarms");
  place.hidden = !open.length;
  place.replaceChildren(
    ...open.map((/** @type {any} */ { what, clause }) => element("p", { text: `${what} (${clause})` })),
    element("a", { href: "/office#duties", text: text("supervisor.to-duties") }),
  );
}
