// The reasons that a table gives, in the language of the screen. They come from the books in English; a catalogue names them
// by their English words, with slots for what they tell of.

import { language, text } from "./text.js";

const FIRST = "en";
const SLOT = /\\\{(\w+)\\\}/g;
/** @type {{ name: string, reads: RegExp }[]} */
const known = language === FIRST ? [] : await learn();

async function learn() {
  const told = await fetch(`/web/texts/${FIRST}/refusals.json`)
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => ({})); // then they are said as they came
  return Object.entries(told).map(([key, words]) => ({
    name: key.slice("why-".length),
    reads: new RegExp(`^${escaped(words).replace(SLOT, "(?<$1>.+)")}$`, "i"),
  }));
}

/** @param {string} words */
function escaped(words) {
  return words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * A reason in this screen's language; as it came where it is not in the catalogue.
 * @param {string | undefined} why
 */
export function worded(why = "") {
  for (const { name, reads } of known) {
    const found = reads.exec(why);
    if (found) return text(`refusals.why-${name}`, { ...found.groups });
  }
  return why;
}
