// How the terminal stands: the banner and its clock, the credit meter, the line, and the curtain when nothing can be played.

import { money } from "../common/money.js";
import { notices, showNotices } from "../common/notices.js";
import { element, find } from "../common/page.js";
import { NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { tick } from "./hands.js";
import { cardField } from "./purse.js";
import { refresh } from "./sheets.js";

/** @import { View } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const SLOW_MS = 400;

export class Status {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
  }

  get link() {
    return this.terminal.link;
  }

  lost() {
    this.curtain("The line to the table is down.", {
      more: "Your wagers are kept. This screen comes back by itself.",
    });
  }

  /** @param {string} sentence */
  stopped(sentence) {
    this.curtain(sentence, { more: "Your chips are safe where they lie. This screen comes back by itself." });
  }

  /** @param {View} view */
  curtainFor(view) {
    const { seat, me } = this.terminal;
    const player = view.seats[seat];
    if (view.status !== "open")
      this.curtain("This table is closed.", {
        more: "Please ask the floor for another. What is in your rail can still be collected.",
      });
    else if (view.suspended)
      this.curtain(`Play is stopped: ${view.suspended}.`, { more: "Your chips are safe where they lie." });
    else if (!player && this.link.me?.by_card)
      this.curtain("Put your player card in to play.", {
        more: "Your own card says who you are. Credits and wagers are yours from then on.",
        field: cardField(),
      });
    else if (!player) this.curtain("This seat is free.", { label: "Sit down", act: () => this.sit() });
    else if (player !== me.people[0][0])
      this.curtain("Somebody else sits here.", { more: "Please take another seat, or ask the dealer." });
    else if (this.link.up) find("#curtain").hidden = true;
  }

  /**
   * @param {string} sentence
   * @param {{ more?: string, label?: string, act?: (() => any) | null, field?: Node | null }} [offer]
   */
  curtain(sentence, { more = "", label = "", act = null, field = null } = {}) {
    const place = find("#curtain");
    if (field && !place.hidden && place.querySelector("form")) return; // somebody may be typing
    place.replaceChildren(element("p", { text: sentence }));
    if (more) place.append(element("p", { class: "quiet small", text: more }));
    if (field) place.append(field);
    if (act) place.append(element("button", { class: "act", text: label, onclick: act }));
    place.hidden = false;
  }

  sit() {
    const { seat, me } = this.terminal;
    return this.terminal.send({ type: "sit", player: me.people[0][0], seat });
  }

  meter() {
    const { felt, hand, results, seat } = this.terminal;
    const { mine, view } = this.link;
    if (!mine || !felt || results.held) return;
    find("#balance").textContent = money(mine.balance);
    find("#staked").textContent = money(mine.staked ?? 0);
    const [colour] = view.colours?.taken[seat]?.[0] ?? [];
    refresh();
    const only = mine.tokens_for?.length ? ` for ${mine.tokens_for.join(" and ")}` : "";
    hand.holds("tokens", mine.tokens, `Tokens ${money(mine.tokens ?? 0)}${only}`);
    hand.holds("checks", mine.checks, `${colour ?? "Colour"} ${money(mine.checks ?? 0)}`);
  }

  clock() {
    const { view, mine, up } = this.link;
    if (!view) return;
    const now = this.link.now();
    const { held } = this.terminal.results;
    const { words, tone } = up ? phaseWords(held ? { ...view, point: null } : view, now) : NO_LINE;
    const phase = find("#phase");
    if (phase.textContent !== words) phase.textContent = words;
    find("#banner").dataset.tone = tone;
    const left = up ? secondsLeft(view, now) : null;
    find("#countdown").textContent = left === null ? "" : String(left);
    tick(find("#hands"), view, now, this.terminal.shotSeconds);
    showNotices(find("#notices"), notices(view, mine, this.terminal.card, now));
  }

  async ping() {
    if (this.link.up) await this.link.ask("time");
    const { delay } = this.link;
    find("#latency").hidden = !(delay !== null && delay > SLOW_MS);
    find("#latency").textContent = `Slow line: ${Math.round(delay ?? 0)} ms`;
  }
}
