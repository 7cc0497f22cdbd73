// What somebody can do now, as the server offers it: a form for each command, refused at its place with its clause.

import { alone, element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { hasText, text } from "../common/text.js";
import { asks } from "./asking.js";
import { because } from "./parts.js";

/** @import { Watched } from "./watch.js" */

const GRAVE = new Set(["cancel-tournament", "refuse-entry", "find-breach", "retire-player", "end-table-early"]);
const MAIN = new Set([
  "appoint-official",
  "brief-players",
  "publish-tournament",
  "close-entries",
  "draw-seats",
  "start-session",
  "announce-session",
  "pay-prizes",
  "open-tournament-round",
  "close-tournament-betting",
  "settle-tournament-round",
  "record-totals",
  "return-tournament-chips",
  "enter-tournament",
]);

/**
 * @param {any} offer
 * @param {string} [me] whose own screen it is
 */
export function labelOf({ do: command }, me) {
  const mine = `tournament.own-${command.type}`;
  if (me && command.player === me && hasText(mine)) return text(mine);
  const own = `tournament.do-${command.type}-${String(command.present ?? command.ground ?? "")}`;
  return text(hasText(own) ? own : `tournament.do-${command.type}`, {
    player: command.player ?? "",
    into: command.into ?? "",
    wager: `${command.wager ?? ""} ${command.on ?? ""}`.trim(),
    number: command.number ?? command.session ?? 0,
  });
}

/**
 * @param {Watched} watched
 * @param {any} offer
 * @param {{ small?: boolean, also?: (filled: any) => any }} how
 */
export function offerForm(watched, offer, { small = false, also } = {}) {
  const fields = (offer.asks ?? []).map((/** @type {string} */ name) => ({ name, ...asks(watched, offer, name) }));
  const main = MAIN.has(offer.do.type) || (offer.do.type === "set-presence" && offer.do.present);
  const kind = GRAVE.has(offer.do.type) ? "danger" : main && !offer.why ? "act" : "";
  const press = element("button", {
    class: kind,
    text: labelOf(offer, watched.seen?.me?.player),
    disabled: Boolean(offer.why),
    "data-once": true,
    "data-do": offer.do.type,
  });
  const order = alone(async () => {
    const command = { ...offer.do };
    try {
      for (const { name, read } of fields) command[name] = read();
    } catch (wrong) {
      return refuse(/** @type {Error} */ (wrong).message, { at: press });
    }
    if (also) Object.assign(command, also(command));
    return watched.send(command, { at: press });
  });
  return element(
    "form",
    {
      class: small ? "offer small" : "offer",
      "data-offer": offer.do.type,
      novalidate: true,
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        order();
      },
    },
    fields.length && !offer.why
      ? element("div", { class: "fields" }, ...fields.flatMap((/** @type {any} */ each) => each.nodes))
      : null,
    press,
    offer.why ? because(offer.why, offer.clause) : hint(offer),
  );
}

/** @param {any} offer */
function hint({ do: command }) {
  const key = `tournament.hint-${command.type}`;
  return hasText(key) ? element("p", { class: "quiet hint", text: text(key) }) : null;
}
