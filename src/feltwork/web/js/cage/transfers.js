// Transfers from and to the casino management system.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { act, cell, cents, choice, field, form, halves, list, row, stands, tag } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

/** @type {Record<string, string>} */
const TONES = { pending: "wait", done: "good", refused: "bad" };

export const transfers = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field(text("cage.player"), { id: "transfer-player", required: true });
    const amount = field(text("cage.amount"), { inputmode: "decimal", required: true });
    const way = choice(text("cage.which-way"), [
      ["in", text("cage.transfer-in")],
      ["out", text("cage.transfer-out")],
    ]);
    const move = async () => {
      const told = await cage.order(
        {
          type: "ask-transfer",
          player: player.input.value.trim(),
          amount: cents(amount.input.value),
          inward: way.input.value === "in",
        },
        { say: text("cage.transfer-said") },
      );
      if (!told.why) amount.input.value = "";
    };
    halves(
      [
        form(
          text("cage.a-transfer"),
          move,
          row(player.label, amount.label),
          way.label,
          row(act(text("cage.transfer-act"))),
        ),
        element(
          "section",
          { class: "panel" },
          element("h2", { text: text("cage.without-answer") }),
          element("p", {
            class: "quiet",
            text: text("cage.transfer-about"),
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
      cell(cage.who(one.player)),
      cell(money(one.amount), "money"),
      cell(text(one.inward ? "cage.inward" : "cage.outward")),
      cell(one.table ? text("cage.at-terminal", { table: one.table, seat: String(one.seat) }) : text("cage.at-cage")),
      element("td", {}, tag(text(`cage.transfer-is-${one.standing}`), TONES[one.standing])),
      cell(one.why, "quiet"),
    ),
  );
  return list(
    text("cage.transfers"),
    ["transfer", "player", "$amount", "way", "for", "stands", ""],
    rows,
    text("cage.no-transfers"),
  );
}
