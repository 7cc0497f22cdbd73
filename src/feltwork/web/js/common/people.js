// Names of people. The log and the table know people by ids; staff read names.

import { text } from "./text.js";

/** @import { Link } from "./link.js" */

/** @type {Record<string, string>} */
const names = {};
/** @type {Set<string>} */
const asked = new Set();
const MADE = /^p-[0-9a-f]{16}$/; // an id that the system made for somebody with a name

/** Is an id nobody's name? Then it says nothing to whoever reads it. */
const isMade = (/** @type {string} */ id) => MADE.test(id) || (names[id] ?? id) !== id;

/**
 * What somebody is called: by name where the house knows it, else by the id.
 * @param {string} id
 */
export const called = (id) => names[id] ?? id;

/**
 * How somebody is called in words that go into the log, where no name may stand.
 * @param {string} id
 * @param {string} otherwise
 */
export const calledInLog = (id, otherwise) => (isMade(id) ? otherwise : id);

/**
 * A player's words as they go into the log: by the seat where the house made up the id.
 * @param {string} words
 * @param {Record<string, string>} seats
 */
export const inLog = (words, seats) =>
  Object.entries(seats).reduce(
    (said, [seat, id]) => (isMade(id) ? said.replaceAll(id, text("common.seat", { seat })) : said),
    words,
  );

/**
 * Ask for the names of those at the table whom nobody has asked about yet; true when there are new ones.
 * @param {Link} link
 * @param {Record<string, string>} seats
 */
export async function knowPeople(link, seats) {
  const unknown = Object.values(seats).filter((id) => !asked.has(id));
  if (!unknown.length) return false;
  for (const id of unknown) asked.add(id);
  const told = await link.ask("people");
  if (!told) for (const id of unknown) asked.delete(id);
  const before = Object.keys(names).length;
  Object.assign(names, told ?? {});
  return Object.keys(names).length > before;
}
