// Transfers from and to the casino management system.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { act, cell, cents, choice, field, form, halves, list, row, stands, tag } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

/** @type {Record<string, string>} */
const TONES = { pending: "wait", done: "good", refused: "bad" };
const IN = "from the system to the cage";

export const transfers = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field("Player", { id: "transfer-player", required: true });
    const amount = field("Amount", { inputmode: "decimal", required: true });
    const way = choice("Which way", [IN, "from the cage to the system"]);
    const move = async () => {
      const told = await cage.order(
        {
          type: "ask-transfer",
          player: player.input.value.trim(),
          amount: cents(amount.input.value),
          inward: way.input.value === IN,
        },
        { say: "Asked for" },
      );
      if (!told.why) amount.input.value = "";
    };
    halves(
      [
        form("A transfer", move, row(player.label, amount.label), way.label, row(act("Transfer"))),
        element(
          "section",
          { class: "panel" },
          element("h2", { text: "Without an answer" }),
          element("p", {
            class: "quiet",
            text: "A transfer that the other system does not answer stays pending and is asked for again under the same number until it is answered. Nothing is lost, and nothing is done twice.",
          }),
        ),
      ],
      moved(cage),
    );
    player.input.focus();
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(moved(cage)),
};

/** @param {CageScreen} cage */
function moved(cage) {
  const rows = cage.data.transfers.map((/** @type {any} */ one) =>
    element(
      "tr",
      {},
      cell(one.transfer, "number"),
      cell(one.player),
      cell(money(one.amount), "money"),
      cell(one.inward ? "in" : "out"),
      cell(one.table ? `${one.table}, terminal ${one.seat}` : "cage"),
      element("td", {}, tag(one.standing, TONES[one.standing])),
      cell(one.why, "quiet"),
    ),
  );
  return list(
    "Transfers",
    ["Transfer", "Player", "$Amount", "Way", "For", "Stands", ""],
    rows,
    "No transfer has been asked for yet.",
  );
}
