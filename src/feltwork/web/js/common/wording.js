// What the house says in English (reasons for a refusal, words of the books) in the language of the screen. The catalogues
// `refusals-…` and `book` have each text in English, with slots for what it tells of, and under the same key in the other language.

import { language, text } from "./text.js";

/** @typedef {{ reads: RegExp, here: string }} Row */

const FIRST = "en";
const FAMILIES = [
  "refusals-table",
  "refusals-cage",
  "refusals-tournament",
  "refusals-office",
  "refusals-floor",
  "book",
];
const SLOT = /\{(\w+)\}/g;
const LIST = /(, | or | and )/;
const MOST_KEPT = 1000;
/** @type {Map<string, string>} */
const whole = new Map(); // texts without slots, in small letters
/** @type {Row[]} */
const rows = []; // the others; those that say more come first
/** @type {Map<string, string>} */
const given = new Map(); // what was said so, as it came
/** @type {Map<string, string>} */
const kept = new Map(); // what was asked before: a felt asks for the same again and again
if (language !== FIRST) await Promise.all(FAMILIES.map(learn));
rows.sort((one, other) => other.reads.source.length - one.reads.source.length);

/** @param {string} family */
async function learn(family) {
  const [first, here] = await Promise.all([FIRST, language].map((one) => catalogue(one, family)));
  for (const [key, words] of Object.entries(first)) {
    if (!here[key]) continue;
    if (words.includes("{")) rows.push({ reads: pattern(words), here: here[key] });
    else whole.set(words.toLowerCase(), here[key]);
  }
}

/**
 * @param {string} spoken
 * @param {string} family
 * @returns {Promise<Record<string, string>>}
 */
async function catalogue(spoken, family) {
  const answer = await fetch(`/web/texts/${spoken}/${family}.json`).catch(() => null);
  return answer?.ok ? answer.json() : {}; // then they are said as they came
}

/** @param {string} words */
function pattern(words) {
  const parts = words
    .split(SLOT)
    .map((part, i) => (i % 2 ? `(?<${part}>.+)` : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${parts.join("")}$`, "i");
}

/**
 * A reason or a name of the books in this screen's language; as it came where no catalogue has it.
 * @param {string | undefined} said
 */
export function worded(said = "") {
  if (language === FIRST || !said) return said;
  let found = kept.get(said);
  if (found === undefined) {
    found = translated(said) ?? said;
    if (kept.size >= MOST_KEPT) for (const each of [kept, given]) each.clear();
    kept.set(said, found);
    if (found !== said) given.set(found, said);
  }
  return found;
}

/**
 * What was said, as it came: for what is done about a reason, whatever the language.
 * @param {string} words
 */
export const asGiven = (words) => given.get(words) ?? words;

/** @typedef {((key: string, value: any) => any) | undefined} Reviver for `JSON.parse`: nothing where there is nothing to do */

/**
 * What the house answers, with its reasons in this screen's language.
 * @type {Reviver}
 */
export const reasonsHere = language === FIRST ? undefined : (key, value) => (key === "why" ? spoken(value) : value);

/**
 * The same for what a table tells, which names its wagers too.
 * @type {Reviver}
 */
export const wordsHere =
  language === FIRST ? undefined : (key, value) => (key === "why" || key === "title" ? spoken(value) : value);

/** @param {any} value */
const spoken = (value) => (typeof value === "string" ? worded(value) : value);

/**
 * @param {string} said
 * @returns {string | undefined}
 */
function translated(said) {
  const words = whole.get(said.toLowerCase()) ?? filled(said) ?? list(said) ?? explained(said);
  if (!words) return undefined;
  const large = said[0] !== said[0].toLowerCase();
  return large ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/** @param {string} said */
function filled(said) {
  for (const { reads, here } of rows) {
    const found = reads.exec(said);
    if (found) return here.replace(SLOT, (slot, name) => worded(found.groups?.[name]) || slot);
  }
  return undefined;
}

/**
 * "a dealer or a boxperson": each by itself, and whoever it is one of.
 * @param {string} said
 */
function list(said) {
  const [, one] = /^an? (.+)$/i.exec(said) ?? [];
  const alone = one && whole.get(one.toLowerCase());
  if (alone) return text("common.one-of", { one: alone });
  const parts = said.split(LIST);
  if (parts.length < 2) return undefined;
  const each = parts.map((part, i) => (i % 2 ? joint(part) : part && translated(part)));
  return each.every(Boolean) ? each.join("") : undefined;
}

/** @param {string} part what stands between two of a list */
function joint(part) {
  if (part === " or ") return text("common.list-or");
  return part === " and " ? text("common.list-and") : part;
}

/**
 * "the wheel: it is out of level": what it is about, and what is said of it.
 * @param {string} said
 */
function explained(said) {
  const at = said.indexOf(": ");
  const rest = at > 0 ? translated(said.slice(at + 2)) : undefined;
  return rest && `${worded(said.slice(0, at))}: ${rest}`;
}
