// Colour checks that players took away when their table closed: redeemed here only while it is closed, and there once it is open again.

import { money } from "../common/money.js";
import { announce, element, post } from "../common/page.js";
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
          element("h2", { text: "Colour checks" }),
          element("p", {
            class: "quiet",
            text: "Players who were at a table when it closed may bring its checks here, as long as it is closed. Of a table that is open the checks are redeemed at the table itself (Roulette 3.6).",
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
          ? button("Redeem", () => redeem(cage, table, player, amount), "act")
          : element("span", { class: "quiet", text: "the table is open: redeemed there" }),
      ),
    ),
  );
  return list("Out with players", ["Table", "Emblem", "Player", "$Worth", ""], rows, "No checks are out.");
}

/**
 * @param {CageScreen} cage
 * @param {any} table
 * @param {string} player
 * @param {any} amount
 */
async function redeem(cage, table, player, amount) {
  const told = await post("/api/cage/checks", { key: crypto.randomUUID(), table, player, amount });
  if (told.why) announce(told.why, { clause: told.clause, bad: true });
  else announce(`${money(amount)} for ${player}, at the cage`);
  await cage.look();
}
