// Player cards: issued to a person, blocked when lost, in one terminal at a time.

import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { act, ask, button, cell, choice, field, form, halves, list, row, stands, tag } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

export const cards = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field(text("cage.player"), { id: "card-player", required: true });
    const kind = choice(text("cage.kind"), [
      ["physical", text("cage.card-physical")],
      ["digital", text("cage.card-digital")],
    ]);
    const issue = async () => {
      const told = await cage.order(
        { type: "issue-card", player: player.input.value.trim(), kind: kind.input.value },
        { say: text("cage.card-issued") },
      );
      if (!told.why) player.input.value = "";
    };
    halves(
      [
        form(text("cage.new-card"), issue, row(player.label, kind.label), row(act(text("cage.issue-card")))),
        element(
          "section",
          { class: "panel" },
          element("h2", { text: text("cage.card-for") }),
          element("p", {
            class: "quiet",
            text: text("cage.card-about"),
          }),
        ),
      ],
      all(cage),
    );
    player.input.focus();
  },
  refresh: (/** @type {CageScreen} */ cage) => stands(all(cage)),
};

/** @param {CageScreen} cage */
function all(cage) {
  const rows = cage.data.cards.map((/** @type {any} */ card) =>
    element(
      "tr",
      {},
      cell(card.grouped, "number"),
      cell(cage.who(card.player)),
      cell(text(`cage.card-${card.kind}`)),
      element("td", {}, ...standing(card)),
      element("td", {}, card.blocked ? "" : button(text("cage.block"), () => block(cage, card))),
    ),
  );
  return list(text("cage.cards"), ["number", "player", "kind", "stands", ""], rows, text("cage.no-cards"));
}

/** @param {Record<string, any>} given */
function standing({ blocked, seated }) {
  const inside = seated ? tag(text("cage.card-in", { seat: String(seated[1]), table: seated[0] }), "wait") : null;
  return (blocked ? [tag(blocked, "bad"), inside] : [inside ?? tag(text("cage.card-valid"), "good")]).filter(Boolean);
}

/**
 * @param {CageScreen} cage
 * @param {any} card
 */
async function block(cage, card) {
  const said = await ask(
    text("cage.block-title", { player: cage.who(card.player) }),
    {
      reason: choice(
        text("cage.why"),
        ["lost", "stolen", "damaged", "excluded"].map((why) => [why, text(`cage.card-why-${why}`)]),
      ),
    },
    text("cage.block-act"),
  );
  if (said) await cage.order({ type: "block-card", card: card.card, ...said }, { say: text("cage.blocked-said") });
}
