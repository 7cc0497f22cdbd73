// Colour checks that players took away when their table closed: redeemed here only while it is closed, and there once it is open again.

import { money } from "../common/money.js";
import { announce, element, post } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { button, cell, halves, list, stands } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

export const checks = {
  /** @param {CageScreen} cage */
  open(cage) {
    halves(
      [
        element(
          "section",
          { class: "panel" },
          element("h2", { text: text("cage.colour-checks") }),
          element("p", {
            class: "quiet",
            text: text("cage.checks-about"),
          }),
        ),
      ],
      out(cage),
    );
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(out(cage)),
};

/** @param {CageScreen} cage */
function out(cage) {
  const rows = cage.data.checks.map((/** @type {Record<string, any>} */ { table, player, amount, closed, emblem }) =>
    element(
      "tr",
      {},
      cell(table),
      cell(emblem || "–"),
      cell(player),
      cell(money(amount), "money"),
      element(
        "td",
        {},
        closed
          ? button(text("cage.redeem"), () => redeem(cage, table, player, amount), "act")
          : element("span", { class: "quiet", text: text("cage.redeemed-there") }),
      ),
    ),
  );
  return list(text("cage.checks-out"), ["table", "emblem", "player", "$worth", ""], rows, text("cage.no-checks"));
}

/**
 * @param {CageScreen} cage
 * @param {any} table
 * @param {string} player
 * @param {any} amount
 */
async function redeem(cage, table, player, amount) {
  const told = await post("/api/cage/checks", { key: crypto.randomUUID(), table, player, amount });
  if (told.why) refuse(told.why, { clause: told.clause });
  else announce(text("cage.checks-redeemed", { amount: money(amount), player }));
  await cage.look();
}
