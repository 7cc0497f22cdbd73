// A result set right, shown as before, after and why. The sheet stays until the player puts it away, over a reload too.

import { money } from "../common/money.js";
import { element, find } from "../common/page.js";
import { adjustedTo, resultOf } from "../common/rounds.js";
import { text } from "../common/text.js";
import { clock } from "../common/times.js";
import { linesTable } from "./lookup.js";

/** @import { Line } from "../common/messages.js" */
/** @import { Terminal } from "./terminal.js" */

const due = (/** @type {any} */ round) =>
  round.lines.reduce(
    (/** @type {number} */ sum, /** @type {Line} */ line) => sum + line.winnings + line.returned + line.commission_back,
    0,
  );

const back = (/** @type {number} */ cents) =>
  element("p", { class: "money", text: text("player.came-back", { amount: money(cents) }) });

const side = (/** @type {Terminal} */ terminal, /** @type {string} */ title, /** @type {any} */ round) =>
  element(
    "section",
    {},
    element("h3", { text: `${title}: ${resultOf(round)}` }),
    linesTable(terminal, round.lines),
    back(due(round)),
  );

const changed = (/** @type {number} */ cents) =>
  element("p", {
    class: "change",
    text:
      cents > 0
        ? text("player.get-more", { amount: money(cents) })
        : cents < 0
          ? text("player.get-less", { amount: money(-cents) })
          : text("player.get-same"),
  });

/**
 * What was set right after a version of the log, the oldest first: rounds taken back, each with the one that stands
 * instead, and rounds whose chips had moved, of which two people agreed what the player is due.
 * @param {any[]} rounds
 * @param {any} since
 */
export function corrected(rounds, since) {
  const oldest = [...rounds].reverse();
  const reversed = oldest
    .filter((round) => round.reversed_at > since)
    .map((before) => ({
      at: before.reversed_at,
      before,
      after: oldest.find((round) => round.version > before.reversed_at) ?? null,
    }));
  const adjusted = oldest
    .flatMap((before) =>
      (before.adjusted ?? []).map(
        (/** @type {any} */ adjustment, /** @type {any} */ index, /** @type {any} */ all) => ({
          at: adjustment.at,
          before,
          adjustment,
          already: all
            .slice(0, index)
            .reduce((/** @type {number} */ sum, /** @type {Record<string, any>} */ { cents }) => sum + (cents ?? 0), 0),
        }),
      ),
    )
    .filter(({ at }) => at > since);
  return [...reversed, ...adjusted].sort((a, b) => a.at - b.at);
}

/**
 * @param {Terminal} terminal
 * @param {Record<string, any>} given
 * @returns {[string, ...(Node | null)[]]}
 */
function reversal(terminal, { before, after }) {
  return [
    text("player.result-corrected"),
    element("p", { text: text("player.why", { why: before.reversed, clause: before.reversed_by }) }),
    side(terminal, text("player.before"), before),
    after ? side(terminal, text("player.after"), after) : null,
    changed(after ? due(after) - due(before) : 0),
  ];
}

/**
 * @param {Terminal} terminal
 * @param {Record<string, any>} given
 * @returns {[string, ...(Node | null)[]]}
 */
function adjusting(terminal, { before, adjustment, already }) {
  const { reason, clause, people, cents } = adjustment;
  return [
    text("player.round-corrected"),
    element("p", {
      text: text("player.round-of", { at: clock(before.at), reason, clause, people: people.join(text("player.and")) }),
    }),
    side(terminal, text("player.before"), before),
    element(
      "section",
      {},
      element("h3", { text: `${text("player.after")}: ${adjustedTo(adjustment)}` }),
      adjustment.lines?.length ? linesTable(terminal, adjustment.lines) : null,
      back(due(before) + already + cents),
    ),
    before.left_up
      ? element("p", {
          class: "quiet",
          text: text("player.left-up"),
        })
      : null,
    changed(cents),
  ];
}

export class Corrections {
  /**
   * @param {Terminal} terminal
   * @param {number} version
   */
  constructor(terminal, version, store = globalThis.localStorage) {
    this.terminal = terminal;
    this.store = store;
    this.key = `feltwork-corrections ${terminal.me.table} ${terminal.seat} ${terminal.me.people[0][0]}`;
    const kept = Number(store.getItem(this.key));
    this.shown = kept > 0 && kept <= version ? kept : version; // a longer log than this one was another floor's
    store.setItem(this.key, String(this.shown));
  }

  /** @param {any[]} rounds */
  show(rounds) {
    for (const change of corrected(rounds, this.shown)) {
      this.shown = change.at;
      this.put(...(change.adjustment ? adjusting : reversal)(this.terminal, change));
    }
  }

  /**
   * @param {string} title
   * @param {...any} content
   */
  put(title, ...content) {
    const dialog = find("#correction");
    find("#correction-title").textContent = title;
    find("#correction-body").append(element("article", {}, ...content));
    dialog.onclose = () => {
      if (find("#correction-body").childElementCount) dialog.showModal();
    }; // a browser lets Esc through the second time
    if (!dialog.open) dialog.showModal();
  }

  // Only now is it seen: until then a reload shows it again.
  putAway() {
    this.store.setItem(this.key, String(this.shown));
    find("#correction-body").replaceChildren();
    find("#correction").close();
  }
}
