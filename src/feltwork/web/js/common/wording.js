// What the house says in English (reasons for a refusal, words of the books) in the language of the screen. The catalogues
// `refusals-…` and `book` have each text in English, with slots for what it tells of, and under the same key in the other language.

import { language, text } from "./text.js";

/** @typedef {{ reads: RegExp, says: number, here: string }} Row how a text reads, how many letters it has itself, and what it is here */

const FIRST = "en";
const FAMILIES = [
  "refusals-table",
  "refusals-cage",
  "refusals-tournament",
  "refusals-office",
  "refusals-floor",
  "book",
  "told",
];
const SLOT = /\{(\w+)\}/g;
const LISTS = [/(; )/, /(, )/, /(, | or | and )/]; // the wider ones first
const OF_FIGURES = new Set(["at", "won", "staked", "part", "count"]); // slots for numbers alone
const FIGURES = /^[\d.,/-]+$/;
const MOST_KEPT = 1000;
/** @type {Map<string, string>} */
const whole = new Map(); // texts without slots, in small letters
/** @type {Row[]} */
const rows = []; // the others; those that say more come first
/** @type {Row[]} */
const made = []; // names that are made of other names, and count only where those are known
/** @type {Map<string, string>} */
const given = new Map(); // what was said so, as it came
/** @type {Map<string, string>} */
const kept = new Map(); // what was asked before: a felt asks for the same again and again
if (language !== FIRST) await Promise.all(FAMILIES.map(learn));
for (const each of [rows, made]) each.sort((one, other) => other.says - one.says);

/** @param {string} family */
async function learn(family) {
  const [first, here] = await Promise.all([FIRST, language].map((one) => catalogue(one, family)));
  for (const [key, words] of Object.entries(first)) {
    if (!here[key]) continue;
    const among = family === "book" && words.startsWith("{") ? made : rows;
    if (words.includes("{"))
      among.push({ reads: pattern(words), says: words.replace(SLOT, "").length, here: here[key] });
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
  const slot = (/** @type {string} */ name) => `(?<${name}>${OF_FIGURES.has(name) ? "[\\d.,/-]+" : ".+"})`;
  const parts = words.split(SLOT);
  const reads = parts.map((part, i) => (i % 2 ? slot(part) : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  return new RegExp(`^${reads.join("")}$`, "i");
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

/** @typedef {((this: any, key: string, value: any) => any) | undefined} Reviver for `JSON.parse`: nothing where there is nothing to do */

const NAMES = new Set(["name", "title", "pays"]);

/**
 * What the house tells, in this screen's language: reasons, and of wagers the name and what they pay.
 * @type {Reviver}
 */
export const wordsHere =
  language === FIRST
    ? undefined
    : function (key, value) {
        return key === "why" || (NAMES.has(key) && this.wager) ? spoken(value) : value;
      };

/**
 * The names for readers in a drawing of the house, in this screen's language.
 * @param {Element} drawing
 */
export function labelHere(drawing) {
  if (language === FIRST) return;
  for (const node of [drawing, ...drawing.querySelectorAll("[aria-label]")])
    if (node.hasAttribute("aria-label")) node.setAttribute("aria-label", worded(node.getAttribute("aria-label") ?? ""));
  for (const title of drawing.querySelectorAll("title")) title.textContent = worded(title.textContent ?? "");
}

/** @param {any} value */
const spoken = (value) => (typeof value === "string" ? worded(value) : value);

/**
 * @param {string} said
 * @returns {string | undefined}
 */
function translated(said) {
  if (FIGURES.test(said)) return said;
  const words =
    whole.get(said.toLowerCase()) ??
    filled(rows, said) ??
    list(said) ??
    filled(made, said) ??
    explained(said) ??
    added(said);
  if (!words) return undefined;
  const large = said[0] !== said[0].toLowerCase();
  return large ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

/**
 * @param {Row[]} among
 * @param {string} said
 */
function filled(among, said) {
  for (const { reads, here } of among) {
    const found = reads.exec(said);
    if (found && (among !== made || Object.values(found.groups ?? {}).every(translated)))
      return here.replace(SLOT, (slot, name) => worded(found.groups?.[name]) || slot);
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
  for (const parts of LISTS.map((between) => said.split(between))) {
    const each = parts.length > 1 ? parts.map((part, i) => (i % 2 ? joint(part) : part && translated(part))) : [];
    if (each.length && each.every(Boolean)) return each.join("");
  }
  return undefined;
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

/**
 * "Roulette with double zero": the name of a book stays, what a table adds to it is said here.
 * @param {string} said
 */
function added(said) {
  const [title, ...adds] = said.split(" with ");
  if (!adds.length || !adds.every(translated)) return undefined;
  return title + adds.map((what) => text("common.adds", { what: worded(what) })).join("");
}
