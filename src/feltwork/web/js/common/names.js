// The name of a table's game as screens show it: the game large, what the table adds to it small.

import { worded } from "./wording.js";

const ADDS = " with ";

/**
 * @param {string} name as the book gives it
 * @returns {{ title: string, adds: string }}
 */
export function nameParts(name) {
  const [title, ...adds] = name.split(ADDS);
  return { title, adds: adds.map(worded).join(" · ") };
}
