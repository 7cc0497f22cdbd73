// The register of exclusions and bars: who was kept out in a month, by whom, for what, and until when.

import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { day, when } from "../common/times.js";
import { clause, filter, line, list, measureOf, show, standing, sum } from "./parts.js";

/** @import { Office } from "./office.js" */

const KEEPS_OUT = ["exclude", "bar"];

// A month as its field has it, counted back from now.
export function monthOf(/** @type {number} */ micros, back = 0) {
  const then = new Date(micros / 1000);
  then.setDate(1);
  then.setMonth(then.getMonth() - back);
  return `${then.getFullYear()}-${String(then.getMonth() + 1).padStart(2, "0")}`;
}

/**
 * How a measure stands now.
 * @param {any} taken
 * @param {number} now
 */
export function holds(taken, now) {
  if (taken.ended) return "ended";
  return taken.until && taken.until <= now ? "expired" : "holds";
}

/** @param {Office} office */
function draw(office) {
  const now = office.now();
  const at = { month: monthOf(now), kind: "", ...office.at.register };
  const found = office.data.measures
    .filter((/** @type {any} */ taken) => (at.kind ? taken.measure === at.kind : KEEPS_OUT.includes(taken.measure)))
    .filter((/** @type {any} */ taken) => !at.month || monthOf(taken.at) === at.month)
    .reverse();
  const lines = found.map((/** @type {any} */ taken) => {
    const seen = office.data.incidents.find((/** @type {any} */ one) => one.number === taken.incident);
    return line({
      key: `measure-${taken.number}`,
      cells: [
        ["when", day(taken.at), "when"],
        ["person", taken.person],
        ["measure", element("span", {}, measureOf(taken.measure), " ", clause(taken.clause))],
        ["game", office.book(taken.book)?.name ?? taken.book],
        ["why", `${taken.reason}. ${seen ? text("office.seen", { words: seen.words }) : ""}`],
        ["by", taken.by],
        ["stands", ended(taken, now)],
      ],
    });
  });
  const month = element("input", {
    type: "month",
    value: at.month,
    onchange: (/** @type {any} */ event) => office.choose({ month: event.target.value }),
  });
  const pick = (/** @type {string} */ name, /** @type {string} */ value) =>
    element("button", {
      type: "button",
      id: `month-${name}`,
      text: text(`office.month-${name}`),
      "aria-pressed": String(at.month === value),
      onclick: () => office.choose({ month: value }),
    });
  show(
    [
      pick("this", monthOf(now)),
      pick("last", monthOf(now, 1)),
      pick("all", ""),
      element("label", {}, text("office.month"), month),
      filter(
        text("office.kind"),
        [
          ["", text("office.kept-out")],
          ...KEEPS_OUT.map((kind) => /** @type {[string, string]} */ ([kind, measureOf(kind)])),
        ],
        at.kind,
        (kind) => office.choose({ kind }),
      ),
      sum(text("office.register-sum", { count: found.length })),
    ],
    list(["when", "person", "measure", "game", "why", "by", "stands"], lines, text("office.nobody")),
    null,
  );
}

/**
 * @param {any} taken
 * @param {number} now
 */
function ended(taken, now) {
  const how = holds(taken, now);
  const tone = how === "holds" ? "bad" : "";
  const more =
    how === "ended"
      ? text("office.lifted", { by: taken.ended_by, time: when(taken.ended), why: taken.ended_why })
      : taken.until
        ? text("office.until", { time: when(taken.until) })
        : "";
  return element("span", {}, standing(how, tone), ` ${more}`);
}

export const register = { draw };
