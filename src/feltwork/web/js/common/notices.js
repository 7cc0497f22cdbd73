// What was announced and has not happened yet, counted down by the server's clock; and what holds for this player only.

import { sayLimit, sayOwn } from "./limits.js";
import { short } from "./money.js";
import { element } from "./page.js";
import { text } from "./text.js";
import { hour } from "./times.js";

/** @import { Card, Mine, View } from "./messages.js" */

/** @param {any} microseconds */
export function span(microseconds) {
  const seconds = Math.max(0, Math.ceil(microseconds / 1e6));
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}

// A wager's name from the card of spots.
export const nameOf = (/** @type {Card} */ card, /** @type {string} */ wager) =>
  card[wager]?.title ?? Object.values(card).find((spot) => spot.wager === wager)?.title ?? wager;

/**
 * Signs that are up for a later time, those of one time together, the earliest first: what they say, and when.
 * @param {View} view
 * @param {(wager: string) => string} titleOf
 */
export function announced(view, titleOf) {
  const times = new Map();
  for (const [wager, [limit, at]] of Object.entries(view.announced ?? {}))
    times.set(at, [...(times.get(at) ?? []), [wager, limit]]);
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([at, signs]) => {
      const alike = new Set(signs.map((/** @type {any} */ [, limit]) => sayLimit(limit)));
      const which = signs.length > 1 ? text("common.wagers", { count: signs.length }) : titleOf(signs[0][0]);
      return { at, what: alike.size === 1 ? `${which} ${[...alike][0]}` : text("common.new-limits", { which }) };
    });
}

/**
 * Sentences, the most pressing first; each names its time and counts down to it.
 * @param {View} view
 * @param {Mine | null} mine
 * @param {Card} card
 * @param {number} now
 */
export function notices(view, mine, card, now) {
  const found = [];
  const titleOf = (/** @type {string} */ wager) => nameOf(card, wager);
  if (view.closing)
    found.push({
      kind: "closing",
      text:
        now < view.closing
          ? text("common.closes-at", { time: hour(view.closing), left: span(view.closing - now) })
          : text("common.closes-after"),
    });
  for (const { what, at } of announced(view, titleOf)) {
    found.push({
      kind: "limits",
      text:
        now < at
          ? text("common.from-time", { what, time: hour(at), left: span(at - now) })
          : text("common.from-next", { what }),
    });
  }
  if (mine?.needs_card && !mine.card) found.push({ kind: "card", text: text("common.card-in") });
  if (mine?.personal)
    found.push({ kind: "personal", text: text("common.own-limits", { limits: sayOwn(mine.personal, titleOf) }) });
  const others = Object.groupBy(
    tableSigns(view, titleOf).filter(({ seat }) => seat !== mine?.seat),
    ({ kind }) => kind,
  );
  for (const [kind, signs] of Object.entries(others))
    found.push({ kind, text: (signs ?? []).map((sign) => sign.text).join(" · ") });
  if (mine?.warned) found.push({ kind: "warned", text: text("common.warned") });
  return found;
}

/**
 * Signs that lie at the table for everybody to see: players with limits of their own, and markers with the value of colour checks.
 * @param {View} view
 * @param {(wager: string) => string} titleOf
 */
export function tableSigns(view, titleOf) {
  return [
    ...Object.entries(view.personal ?? {}).map(([seat, own]) => ({
      kind: "own-limits",
      seat: Number(seat),
      text: text("common.seat-own-limits", { seat, limits: sayOwn(own ?? {}, titleOf) }),
      clause: view.personal_by,
    })),
    ...(view.colours?.marked ?? []).map((/** @type {Record<string, any>} */ { seat, colour, value, clause }) => ({
      kind: "colour-marker",
      seat: Number(seat),
      text: text("common.checks-each", {
        colour: `${colour[0].toUpperCase()}${colour.slice(1)}`,
        seat: String(seat),
        value: short(value),
      }),
      clause,
    })),
  ];
}

/**
 * @param {HTMLElement} place
 * @param {any} list
 */
export function showNotices(place, list) {
  const shown = list.map((/** @type {Record<string, any>} */ notice) => notice.text).join("|");
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(
    ...list.map((/** @type {Record<string, any>} */ { kind, text: words }) =>
      element("li", { class: kind, text: words, title: words }),
    ),
  );
}
