// What a player does at the table, entered by the crew: the same felt and chips as on the player's own screen, over the table.

import { alone, element, find } from "../common/page.js";
import { text } from "../common/text.js";
import { feltOf, Hand } from "./hand.js";
import { button } from "./parts.js";

/** @import { Watched } from "./watch.js" */

const OPEN_ACTS = new Set(["place-tournament-wagers", "play-pass-card"]);

/** @param {any} offer */
export const isEntered = (offer) => OPEN_ACTS.has(offer.do.type);

export class Entering {
  /**
   * @param {Watched} watched
   * @param {string} name of the table
   * @param {(wager: string) => string} title what a wager is called
   */
  constructor(watched, name, title) {
    this.crew = watched;
    this.name = name;
    this.title = title;
    this.passes = "tournament.enters-pass-card";
    this.who = "";
    this.shown = "";
    this.hand = new Hand(this);
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
    this.order = alone((/** @type {any} */ command, /** @type {Element} */ at) => this.send(command, at));
  }

  /** The tournament as the player whose wagers are entered would have it; a form is the player's own. */
  get watched() {
    const { seen } = this.crew;
    const own = this.table(seen)?.standings.find((/** @type {any} */ each) => each.player === this.who);
    return { seen: { ...seen, me: { player: this.who, seat: own?.seat, form: null } } };
  }

  table(seen = this.crew.seen) {
    return seen?.tables.find((/** @type {any} */ each) => each.table === this.name) ?? null;
  }

  offers() {
    return this.crew.seen.offers.filter(
      (/** @type {any} */ each) => isEntered(each) && each.do.table === this.name && !each.why,
    );
  }

  /** @param {string} type */
  offer(type) {
    return this.offers().find((/** @type {any} */ each) => each.do.type === type && each.do.player === this.who);
  }

  /** A button for each player from whom something can be taken now: in turn, where there is an order. */
  buttons() {
    const names = new Set(this.offers().map((/** @type {any} */ each) => each.do.player));
    return [...names].map((player) =>
      element("button", {
        type: "button",
        "data-do": "enter-wager",
        "data-player": player,
        text: text("tournament.enter-wager", { player }),
        onclick: () => this.open(player),
      }),
    );
  }

  /** @param {string} player */
  async open(player) {
    const told = await feltOf(this.crew.id);
    if (!told?.svg || this.dialog?.open) return;
    find("dialog.enters")?.remove(); // another table's may be there
    this.who = player;
    this.shown = "";
    this.hand = new Hand(this);
    const dialog = /** @type {HTMLDialogElement} */ (
      element(
        "dialog",
        { class: "enters", "aria-labelledby": "enters-title" },
        element(
          "header",
          {},
          element("h2", { id: "enters-title", text: text("tournament.wager-of", { player }) }),
          button(text("common.cancel"), () => dialog.close()),
        ),
        element("div", { id: "felt" }),
        element(
          "footer",
          {},
          element("div", { id: "chips", role: "radiogroup", "aria-label": text("tournament.chip-values") }),
          element("div", { id: "lines" }),
          element("div", { id: "acts" }),
        ),
      )
    );
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
    this.hand.lay(told);
    this.show();
  }

  /** As the table goes on; where nothing is taken from the player any more, the sheet goes. */
  show() {
    if (!this.dialog?.open) return;
    const table = this.table();
    const own = this.offers().filter((/** @type {any} */ each) => each.do.player === this.who);
    if (!table || !own.length) {
      this.dialog.close();
      return;
    }
    const shown = JSON.stringify([own, table.standings, table.phase, table.round]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.hand.again();
  }

  /**
   * @param {any} command
   * @param {Element} at
   */
  async send(command, at) {
    const say = text(`tournament.entered-${command.type}`, { player: this.who });
    const told = await this.crew.send(command, { say, at });
    if (told && !told.why) this.dialog?.close();
    return told;
  }
}
