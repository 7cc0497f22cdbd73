// Sessions with their starts, and every draw of seats with all that is needed to recompute it.

import { element, find, get } from "../common/page.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";
import { because, cell, drawn, grid, panel } from "./parts.js";

/** @param {any} seen */
export async function showSeats(seen) {
  const shape = [seen.phase, seen.session, seen.seats, seen.desk.commitment, seen.desk.tables, seen.sessions];
  if (find("#seats").dataset.asked === JSON.stringify(shape)) return;
  find("#seats").dataset.asked = JSON.stringify(shape);
  const told = await get(`/api/tournaments/${encodeURIComponent(seen.id)}/draws`).catch(() => null);
  drawn(find("#seats"), [shape, told], () => [
    panel(text("tournament.sessions"), sessionsGrid(seen)),
    panel(
      text("tournament.next-draw"),
      element("p", { class: "quiet", text: text("tournament.draw-about") }),
      seen.desk.commitment
        ? element("p", { class: "hash" }, text("tournament.committed"), element("code", { text: seen.desk.commitment }))
        : element("p", { class: "quiet", text: text("tournament.no-draw") }),
      ...seen.seats.map((/** @type {any} */ each) =>
        element(
          "p",
          {},
          element("b", { text: text("tournament.table", { table: each.table }) }),
          ` ${each.players.map((/** @type {string} */ name, /** @type {number} */ at) => `${at + 1} ${name}`).join(" · ")}`,
        ),
      ),
    ),
    ...(told?.draws ?? []).map((/** @type {any} */ each) => drawPanel(each)),
  ]);
}

/** @param {any} seen */
function sessionsGrid({ sessions, session }) {
  const rows = sessions.map((/** @type {any} */ each) =>
    element(
      "tr",
      { class: each.number === session ? "me" : "" },
      cell(String(each.number), "number"),
      cell(when(each.starts)),
      cell(
        each.rounds
          ? text("tournament.rounds", { count: each.rounds })
          : text("tournament.minutes", { count: each.minutes }),
      ),
      cell(`${each.tables} × ${each.seats}`, "number"),
      cell(String(each.advance), "number"),
      cell(each.repechage ? text("tournament.repechage") : ""),
    ),
  );
  return grid(
    [
      [text("tournament.head-session"), "number"],
      [text("tournament.head-starts"), ""],
      [text("tournament.head-length"), ""],
      [text("tournament.head-tables"), "number"],
      [text("tournament.head-advance"), "number"],
      ["", ""],
    ],
    rows,
    text("tournament.sessions"),
  );
}

/** @param {any} each */
function drawPanel(each) {
  return panel(
    text("tournament.draw-of", { number: each.session }),
    element("p", {
      class: each.agrees ? "verdict good" : "verdict bad",
      text: text(each.agrees ? "tournament.draw-agrees" : "tournament.draw-differs"),
    }),
    element(
      "dl",
      { class: "hash" },
      ...[
        ["committed", each.commitment],
        ["secret", each.secret],
        ["draw-name", each.draw],
        ["nonces", each.nonces.join(", ") || "–"],
      ].flatMap(([name, value]) => [
        element("dt", { text: text(`tournament.proof-${name}`) }),
        element("dd", {}, element("code", { text: value })),
      ]),
    ),
    ...each.seats.map((/** @type {any} */ [table, names]) =>
      element(
        "p",
        {},
        element("b", { text: text("tournament.table", { table }) }),
        ` ${names.map((/** @type {string} */ name, /** @type {number} */ at) => `${at + 1} ${name}`).join(" · ")}`,
      ),
    ),
    element("p", { class: "quiet", text: text("tournament.recompute") }),
    each.agrees ? null : because(text("tournament.draw-differs")),
  );
}
