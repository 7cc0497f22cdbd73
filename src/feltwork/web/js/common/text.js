// What people read, by keys: text("common.leave-money", { amount: "5.00" }). The catalogues of a page's families, in the language
// that the server chose for it, are there before any screen begins (docs/screens.md).

import { grouped } from "./money.js";

/** @typedef {string | Record<string, string>} Entry */

const FAMILIES = [
  "common",
  "lobby",
  "account",
  "player",
  "crew",
  "supervisor",
  "cage",
  "inspector",
  "office",
  "wall",
  "rules",
  "tour",
  "report",
  "tournament",
];
const AGAIN_MS = 1000;
const page = document.documentElement;
export const language = page.lang || "en";
const plural = new Intl.PluralRules(language);
/** @type {Map<string, Entry>} */
const texts = new Map();
await Promise.all((page.dataset.texts?.split(" ") ?? FAMILIES).map(learn));

/** @param {string} family */
async function learn(family) {
  for (;;) {
    const answer = await fetch(`/web/texts/${language}/${family}.json`).catch(() => null);
    const told = answer?.ok ? await answer.json().catch(() => null) : null;
    for (const [name, entry] of Object.entries(told ?? {})) texts.set(`${family}.${name}`, entry);
    if (told) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS)); // a screen without words is none
  }
}

/**
 * The text of a key. Numbers are grouped by thousands; money is given as `money(cents)`; `count` chooses the plural.
 * @param {string} key
 * @param {Record<string, string | number>} named
 */
export function text(key, named = {}) {
  const entry = texts.get(key);
  if (entry === undefined) reportError(new Error(`no text is called ${key}`)); // tests fail; a screen goes on
  if (entry === undefined) return key;
  const words = typeof entry === "string" ? entry : (entry[plural.select(Number(named.count))] ?? entry.other);
  return words.replace(/\{(\w+)\}/g, (slot, name) => {
    const value = named[name];
    return typeof value === "number" ? grouped(value) : (value ?? slot);
  });
}

/**
 * Is there a text for this key? For what the server names and a screen may have better words for.
 * @param {string} key
 */
export const hasText = (key) => texts.has(key);

/**
 * Keep a language in this browser, and show the page in it.
 * @param {string} chosen
 */
export function speak(chosen) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser of a floor
  document.cookie = `feltwork-language=${chosen}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
}
