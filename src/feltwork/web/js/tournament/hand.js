// What a player is about to wager: chips put down one after another and handed over together, a pass card, or a form
// that nobody else sees. Nothing here says what would be good to do.

import { Felt } from "../common/felt.js";
import { grouped, spotKey } from "../common/money.js";
import { clauseOf, element, find, get } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";
import { whole } from "./asking.js";
import { button, drawn, field } from "./parts.js";

const CHIP = 100; // a felt draws hundredths

/** @typedef {{ wager: string, on: any, name: string, amount: number }} Line */

/**
 * The felt of a tournament, in the shape that this screen has.
 * @param {string} id
 */
export function feltOf(id) {
  const shape = matchMedia("(max-aspect-ratio: 4/5)").matches ? "?shape=upright" : "";
  return get(`/api/tournaments/${encodeURIComponent(id)}/felt${shape}`).catch(() => null);
}

/**
 * The felt of a phone has several pages.
 * @param {Felt} felt
 * @param {any[]} pages
 */
function tabs(felt, pages) {
  find("#felt-pages")?.remove();
  if (pages.length < 2) return;
  const row = element(
    "div",
    { id: "felt-pages" },
    ...pages.map((page) => element("button", { type: "button", text: page.name, onclick: () => felt.turnTo(page) })),
  );
  find("#felt").before(row);
  felt.turnTo(pages[0]);
}

export class Hand {
  /** @param {any} player whose wagers they are: at the own screen, or as the crew enters them */
  constructor(player) {
    this.player = player;
    /** @type {Felt | null} */
    this.felt = null;
    /** @type {Line[]} */
    this.lines = [];
    this.chip = 0;
    this.secret = false;
    /** @type {Line | null} */
    this.form = null;
    this.round = "";
  }

  /** @param {any} told the felt */
  lay(told) {
    this.felt = new Felt(find("#felt"), told, (area, event) => this.tap(area, event));
    tabs(this.felt, told.layout.pages);
  }

  /**
   * @param {any} area
   * @param {Event} event
   */
  tap(area, event) {
    const at = /** @type {Element} */ (event.target);
    const offer = this.player.offer(this.secret ? "hand-in-form" : "place-tournament-wagers");
    if (!offer || offer.why) return refuse(offer?.why ?? text("tournament.not-now"), { clause: offer?.clause, at });
    const line = { wager: area.wager, on: area.on, name: (area.name ?? area.wager).split(",")[0], amount: this.chip };
    if (this.secret) this.form = { ...line, amount: this.form?.amount ?? this.chip };
    else {
      const lies = this.lines.find((each) => spotKey(each.wager, each.on) === area.key);
      if (lies) lies.amount += this.chip;
      else this.lines.push(line);
    }
    return this.again();
  }

  again() {
    const { seen } = this.player.watched;
    this.show(seen, this.player.table(seen));
    this.chips(seen, this.player.table(seen));
  }

  /**
   * Chips that lie there: one's own on top, the others' beside them; a form's wager only for who wrote it.
   * @param {any} seen
   * @param {any} table
   */
  chips(seen, table) {
    if (!this.felt || !table) return;
    const stakes = table.standings.flatMap((/** @type {any} */ each) =>
      each.wagers.map((/** @type {any} */ wager) => ({
        seat: each.seat,
        wager: wager.wager,
        on: wager.spot,
        stake: wager.amount * CHIP,
        working: true,
      })),
    );
    const own = this.lines.map((line) => ({
      seat: seen.me.seat,
      wager: line.wager,
      on: line.on,
      stake: line.amount * CHIP,
      working: true,
    }));
    this.felt.laid.stakes([...stakes, ...own], seen.me.seat);
    if (seen.dice) this.felt.puck(table.point);
    else this.felt.dolly(table.last?.result); // none lies while wagers are taken
    const may = this.player.offer("place-tournament-wagers");
    const spots =
      may && !may.why ? Object.fromEntries([...this.felt.areas.keys()].map((key) => [key, { ok: true }])) : {};
    this.felt.legal(/** @type {any} */ (spots));
    this.felt.light(this.lines.map(({ wager, on }) => spotKey(wager, on)));
  }

  /**
   * @param {any} seen
   * @param {any} table
   */
  show(seen, table) {
    const round = table ? `${table.table} ${table.round} ${table.phase}` : "";
    if (round !== this.round) {
      this.round = round;
      this.lines = [];
      this.form = null;
      this.secret = false;
    }
    find("footer").hidden = !table;
    if (!table) return;
    const own = table.standings.find((/** @type {any} */ each) => each.player === seen.me.player);
    if (own?.acted && own.wagers.length && !seen.dice) this.lines = [];
    this.chipRow(table);
    const handed = seen.me.form;
    drawn(
      find("#lines"),
      [this.lines, this.secret, this.form, table.minimum, table.maximum, table.phase, table.turn, own, handed],
      () => (this.secret ? this.formNodes() : this.lineNodes(table, own, handed)),
    );
    const offers = ["place-tournament-wagers", "play-pass-card", "hand-in-form"].map((type) => this.player.offer(type));
    drawn(find("#acts"), [offers, table.turn, this.lines.length, this.secret, Boolean(this.form)], () =>
      this.actNodes(offers[0], offers[1], offers[2], Boolean(table.turn) && table.turn !== own?.player),
    );
  }

  /** @param {any} table */
  chipRow(table) {
    const least = table.minimum || 10;
    const values = [least, least * 5, least * 10, least * 50].filter(
      (value) => !table.maximum || value <= table.maximum,
    );
    if (!values.includes(this.chip)) [this.chip] = values;
    drawn(find("#chips"), [values, this.chip], () =>
      values.map((value) =>
        element("button", {
          type: "button",
          role: "radio",
          class: `chip chip-${values.indexOf(value) + 1}`,
          "aria-checked": String(value === this.chip),
          text: grouped(value),
          onclick: () => {
            this.chip = value;
            this.again();
          },
        }),
      ),
    );
  }

  /**
   * @param {any} table
   * @param {any} own
   * @param {any} handed
   */
  lineNodes(table, own, handed) {
    const total = this.lines.reduce((sum, line) => sum + line.amount, 0);
    const said = handed ? element("p", { class: "secret", text: this.sayForm(handed) }) : null;
    if (own && own.state !== "in")
      return [
        element("p", { text: text(`tournament.you-are-${own.state === "disqualified" ? "disqualified" : "out"}`) }),
      ];
    if (own?.passed) return [element("p", { text: text("tournament.you-passed") })];
    if (!this.lines.length && own?.wagers.length)
      return [
        said,
        element("p", {
          class: "lying",
          text: own.wagers
            .map((/** @type {any} */ each) => `${grouped(each.amount)} ${this.player.title(each.wager)} ${each.on}`)
            .join(" · "),
        }),
      ];
    if (!this.lines.length)
      return [said, element("p", { class: said ? "quiet" : "", text: this.sayNow(table, own, Boolean(handed)) })];
    return [
      said,
      ...this.lines.map((line) =>
        element("button", {
          type: "button",
          class: "line",
          text: `${grouped(line.amount)} ${line.name} ×`,
          "aria-label": text("tournament.take-off", { amount: line.amount, wager: line.name }),
          onclick: () => this.drop(line),
        }),
      ),
      element("p", {
        class: "total",
        text: text("tournament.total", { total, least: table.minimum, most: table.maximum }),
      }),
    ];
  }

  /**
   * What a player without chips down does now.
   * @param {any} table
   * @param {any} own
   * @param {boolean} handed
   */
  sayNow(table, own, handed) {
    if (table.phase === "ended")
      return text(own?.rank && own.rank <= table.advance ? "tournament.you-go-on" : "tournament.you-stay");
    if (table.phase !== "betting")
      return text(table.phase === "no more bets" ? "tournament.wait-for-result" : "tournament.wait-for-call");
    if (table.turn && table.turn !== own?.player)
      return handed ? "" : text("tournament.wait-for", { player: table.turn });
    return text("tournament.limits", { least: table.minimum, most: table.maximum });
  }

  /** @param {any} form */
  sayForm({ wager, on, amount }) {
    return text("tournament.your-form", {
      wager: wager ? `${this.player.title(wager)} ${on}`.trim() : "–",
      amount: amount ?? "–",
    });
  }

  formNodes() {
    const amount = field(text("tournament.form-amount"), {
      name: "form-amount",
      inputmode: "numeric",
      value: this.form?.amount ?? this.chip,
      size: "8",
    });
    amount.input.addEventListener("input", () => {
      if (this.form) this.form.amount = amount.input.value;
    });
    return [
      element("p", {
        class: "secret",
        text: this.form ? text("tournament.form-on", { wager: this.form.name }) : text("tournament.form-tap"),
      }),
      amount.label,
    ];
  }

  /** @param {Line} line */
  drop(line) {
    this.lines = this.lines.filter((each) => each !== line);
    this.again();
  }

  /**
   * @param {any} place
   * @param {any} pass
   * @param {any} secret
   * @param {boolean} waits for somebody else's turn, which is said beside
   */
  actNodes(place, pass, secret, waits) {
    if (this.secret)
      return [
        button(text("tournament.do-hand-in-form"), (event) => this.handIn(secret, event), "act"),
        button(text("common.cancel"), () => this.turn(false)),
      ];
    return [
      place
        ? element("button", {
            type: "button",
            class: "act",
            "data-do": "place-tournament-wagers",
            "data-once": true,
            disabled: Boolean(place.why) || !this.lines.length,
            text: text("tournament.put-down"),
            onclick: (/** @type {any} */ event) => this.put(place, event),
          })
        : null,
      place?.why && !waits ? element("p", { class: "why" }, place.why, clauseOf(place.clause)) : null,
      pass
        ? button(text(this.player.passes ?? "tournament.do-play-pass-card"), (event) =>
            this.player.order({ ...pass.do }, event.target),
          )
        : null,
      secret && !this.lines.length ? button(text("tournament.secret-form"), () => this.turn(true)) : null,
    ];
  }

  /** @param {boolean} on */
  turn(on) {
    this.secret = on;
    this.form = null;
    this.again();
  }

  /** @param {any} offer @param {any} event */
  async put(offer, event) {
    const lines = this.lines.map(({ wager, on, amount }) => ({ wager, on, amount }));
    const told = await this.player.order({ ...offer.do, lines }, event.target);
    if (told && !told.why) this.lines = [];
    this.again();
  }

  /** @param {any} offer @param {any} event */
  async handIn(offer, event) {
    const { wager = null, on = null } = this.form ?? {};
    let amount = null;
    try {
      amount = whole(String(find("[name=form-amount]").value));
    } catch (wrong) {
      return refuse(/** @type {Error} */ (wrong).message, { at: event.target });
    }
    const told = await this.player.order({ ...offer.do, wager, on, amount }, event.target);
    if (told && !told.why) this.turn(false);
    return undefined;
  }
}
