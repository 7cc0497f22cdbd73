// Player cards: issued to a person, blocked when lost, in one terminal at a time.

import { element } from "../common/page.js";
import { act, ask, button, cell, choice, field, form, halves, list, row, stands, tag } from "./parts.js";

/** @import { CageScreen } from "./cage.js" */

export const cards = {
  /** @param {CageScreen} cage */
  open(cage) {
    const player = field("Player", { id: "card-player", required: true });
    const kind = choice("Kind", ["physical", "digital"]);
    const issue = async () => {
      const told = await cage.order(
        { type: "issue-card", player: player.input.value.trim(), kind: kind.input.value },
        { say: "The card is issued; an older one of the same player is no longer valid" },
      );
      if (!told.why) player.input.value = "";
    };
    halves(
      [
        form("A new card", issue, row(player.label, kind.label), row(act("Issue the card"))),
        element(
          "section",
          { class: "panel" },
          element("h2", { text: "What a card is for" }),
          element("p", {
            class: "quiet",
            text: "From 19 October 2024 nobody wagers at an electronic table without their own valid card in the terminal (3.13), and in one terminal at a time (7.1). The card says who sits there. A card that is blocked stops play at once.",
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
      cell(card.player),
      cell(card.kind),
      element("td", {}, ...standing(card)),
      element("td", {}, card.blocked ? "" : button("Block…", () => block(cage, card))),
    ),
  );
  return list("Cards", ["Number", "Player", "Kind", "Stands", ""], rows, "No card has been issued yet.");
}

/** @param {Record<string, any>} given */
function standing({ blocked, seated }) {
  const inside = seated ? tag(`in terminal ${seated[1]} of ${seated[0]}`, "wait") : null;
  return (blocked ? [tag(blocked, "bad"), inside] : [inside ?? tag("valid", "good")]).filter(Boolean);
}

/**
 * @param {CageScreen} cage
 * @param {any} card
 */
async function block(cage, card) {
  const said = await ask(
    `Block the card of ${card.player}`,
    { reason: choice("Why", ["lost", "stolen", "damaged", "excluded"]) },
    "Block the card",
  );
  if (said)
    await cage.order(
      { type: "block-card", card: card.card, ...said },
      { say: "The card is blocked, and out of its terminal" },
    );
}
