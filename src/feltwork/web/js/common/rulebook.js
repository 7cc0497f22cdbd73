// The rules of a game for whoever asks: the approved document itself, and beside it every clause in our words, by section.

import { element, get, sentence } from "./page.js";
import { text } from "./text.js";
import { day, hour } from "./times.js";
import { worded } from "./wording.js";

/**
 * The document as it is installed: its version, since when, its digest, and the text or a way to open the file.
 * @param {Record<string, any>} given
 */
export function approved({ book, document: found, why, text: words }) {
  if (!found)
    return element(
      "section",
      { class: "approved" },
      element("p", { class: "quiet", text: text("common.rules-ask", { why: sentence(why) }) }),
    );
  const told = [
    element("h3", { text: text("common.rules-approved") }),
    element(
      "p",
      {},
      element("b", { text: found.version }),
      text("common.rules-installed", { day: day(found.at), hour: hour(found.at), by: found.by }),
    ),
    element("p", { class: "quiet digest", text: `SHA-256 ${found.sha256}` }),
  ];
  if (why)
    return element(
      "section",
      { class: "approved" },
      ...told,
      element("p", { class: "bad", role: "alert", text: `${sentence(why)}.` }),
    );
  return element(
    "section",
    { class: "approved" },
    ...told,
    element("a", {
      class: "act button",
      href: `/rules/${book}/document`,
      target: "_blank",
      rel: "noopener",
      text: text("common.rules-open"),
    }),
    words === null
      ? null
      : element("pre", { class: "document", tabindex: "0", "aria-label": text("common.rules-text"), text: words }),
  );
}

/**
 * Every clause, section by section.
 * @param {Record<string, any>} given
 */
export function clauses({ sections }) {
  return element(
    "section",
    { class: "clauses" },
    element("h3", { text: text("common.rules-clauses") }),
    ...sections.map((/** @type {Record<string, any>} */ { section, about, clauses: rows }) =>
      element(
        "details",
        { "data-section": section },
        element("summary", {
          text: /^\d/.test(section) ? text("common.rules-section", { section, about: worded(about) }) : section,
        }),
        element(
          "dl",
          { class: "rules" },
          ...rows.flatMap((/** @type {any} */ [clause, words]) => [
            element("dt", { text: clause }),
            element("dd", { text: words }),
          ]),
        ),
      ),
    ),
  );
}

export const rulesOf = (/** @type {string} */ book) => get(`/api/rules/${book}`);
