// How the terminal stands: the banner and its clock, the credit meter, the line, and the curtain when nothing can be played.

import { money } from "../common/money.js";
import { calm } from "../common/motion.js";
import { notices, showNotices } from "../common/notices.js";
import { announce, element, find, post, sentence } from "../common/page.js";
import { NO_LINE, phaseWords, secondsLeft } from "../common/phase.js";
import { text } from "../common/text.js";
import { cardField } from "./purse.js";
import { close, refresh } from "./sheets.js";

/** @import { View } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const SLOW_MS = 400;
const GUEST = "guest-"; // how a guest of a demonstration is known

export class Status {
  /** @param {Terminal} terminal */
  constructor(terminal) {
    this.terminal = terminal;
    this.left = false; // was the seat left from this screen?
  }

  get link() {
    return this.terminal.link;
  }

  lost() {
    this.curtain(text("player.lost"), { more: text("player.lost-more") });
  }

  /** @param {string} sentence */
  stopped(sentence) {
    this.curtain(sentence, { more: text("player.stopped-more") });
  }

  /** @param {View} view */
  curtainFor(view) {
    const { seat, me } = this.terminal;
    const player = view.seats[seat];
    if (view.status !== "open") this.curtain(text("player.closed"), { more: text("player.closed-more") });
    else if (view.suspended)
      this.curtain(text("player.suspended", { why: view.suspended }), { more: text("player.suspended-more") });
    else if (!player && this.link.me?.by_card)
      this.curtain(text("player.card-in-to-play"), { more: text("player.card-in-more"), field: cardField() });
    else if (player !== me.people[0][0] && view.practice && me.people[0][0].startsWith(GUEST))
      this.unseated(() => this.sitAgain());
    else if (!player && this.left) this.unseated(() => this.sit());
    else if (!player) this.curtain(text("player.seat-free"), { label: text("player.sit-down"), act: () => this.sit() });
    else if (player !== me.people[0][0])
      this.curtain(text("player.seat-taken"), { more: text("player.seat-taken-more") });
    else if (this.link.up) find("#curtain").hidden = true;
  }

  /**
   * Left on purpose, or taken away meanwhile.
   * @param {() => any} act how to sit down again
   */
  unseated(act) {
    const label = text("player.sit-again");
    if (!this.left)
      return this.curtain(text("player.seat-given-up"), { more: text("player.seat-given-up-more"), label, act });
    this.curtain(text("player.seat-left"), { label, act });
    const lobby = element("button", { text: text("player.to-lobby"), onclick: () => location.assign("/") });
    return find("#curtain").append(lobby);
  }

  async leave() {
    this.left = true; // the table may tell of it before it answers
    this.left = await this.terminal.send({ type: "leave", seat: this.terminal.seat });
    if (this.left) close();
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

  // The guest of a demonstration gets a seat with their own money again: the one they had, or another.
  async sitAgain() {
    const told = await post("/api/lobby/take", { kind: "player", table: this.link.view.table });
    if (told.go) location.reload();
    else announce(sentence(told.why), { bad: true });
  }

  sit() {
    this.left = false;
    const { seat, me } = this.terminal;
    return this.terminal.send({ type: "sit", player: me.people[0][0], seat });
  }

  meter() {
    const { felt, hand, results, seat } = this.terminal;
    const { mine, view } = this.link;
    if (!mine || !felt || results.held) return;
    const own = this.terminal.own(view);
    const lying = own.reduce((sum, stake) => sum + stake.stake - stake.tokens, 0);
    results.bar.credit(mine.balance, money, results.counts && !calm());
    results.counts = false;
    find("#staked").textContent = money(mine.staked ?? 0);
    if (mine.meter) results.bar.session(mine.meter.won - mine.meter.staked + lying);
    const [colour] = view.colours?.taken[seat]?.[0] ?? [];
    refresh();
    const only = mine.tokens_for?.join(text("player.and"));
    const tokens = { amount: money(mine.tokens ?? 0), wagers: only ?? "" };
    hand.holds("tokens", mine.tokens, text(only ? "player.tokens-for" : "player.tokens", tokens));
    const held = money(mine.checks ?? 0);
    hand.holds("checks", mine.checks, `${colour ?? text("player.colour")} ${held}`);
  }

  // An action that would do nothing now looks so; pressed all the same, it says why.
  idle() {
    const { bets } = this.terminal;
    const own = this.terminal.own();
    const empty = { undo: !bets.done.length, redo: !bets.undone.length, rebet: !bets.rebet(own).length };
    const bare = Object.fromEntries(["clear", "double", "lift"].map((id) => [id, !own.length]));
    for (const [id, idle] of Object.entries({ ...empty, ...bare })) find(`#${id}`).classList.toggle("idle", idle);
  }

  clock() {
    const { view, mine, up } = this.link;
    if (!view) return;
    this.idle();
    const now = this.link.now();
    const held = this.terminal.results.held || Boolean(this.terminal.stage?.landing);
    const { words, tone } = !up ? NO_LINE : held ? this.landing() : phaseWords(view, now);
    const phase = find("#phase");
    if (phase.textContent !== words) phase.textContent = words;
    find("#banner").dataset.tone = tone;
    const left = up && !held ? secondsLeft(view, now) : null;
    find("#countdown").textContent = left === null ? "" : String(left);
    document.body.classList.toggle("open", tone === "open" || tone === "last");
    this.terminal.slot.tick(now, this.terminal.shotSeconds);
    showNotices(find("#notices"), notices(view, mine, this.terminal.card, now));
  }

  /** Betting opens on this screen when the dice or the ball lie still. */
  landing() {
    return { words: text(this.link.view.spins ? "player.ball-drops" : "player.dice-roll"), tone: "closed" };
  }

  async ping() {
    if (this.link.up) await this.link.ask("time");
    const { delay } = this.link;
    find("#latency").hidden = !(delay !== null && delay > SLOW_MS);
    find("#latency").textContent = text("player.slow", { milliseconds: Math.round(delay ?? 0) });
  }
}
