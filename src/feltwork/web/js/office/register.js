// The register of exclusions and bars: who was kept out in a month, by whom, for what, and until when.

import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { day, when } from "../common/times.js";
import { clause, filter, line, list, measureOf, presets, show, standing, sum } from "./parts.js";

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
        ["person", office.named(taken.person)],
        ["measure", element("span", {}, measureOf(taken.measure), " ", clause(taken.clause))],
        ["game", office.book(taken.book)?.name ?? taken.book],
        ["why", `${taken.reason}. ${seen ? text("office.seen", { words: seen.words }) : ""}`, "words"],
        ["when", day(taken.at), "when"],
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
  /** @type {Record<string, string>} */
  const months = { this: monthOf(now), last: monthOf(now, 1), all: "" };
  show(
    [
      presets(
        "month",
        Object.keys(months).map((name) => /** @type {[string, string]} */ ([name, text(`office.month-${name}`)])),
        Object.keys(months).find((name) => months[name] === at.month) ?? "",
        (name) => office.choose({ month: months[name] }),
      ),
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
    list(["person", "measure", "game", "why", "when", "by", "stands"], lines, text("office.nobody")),
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
