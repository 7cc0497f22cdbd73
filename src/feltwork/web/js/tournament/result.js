// How a tournament ended: the first three on a podium, the others below them, each with the prize.

import { money } from "../common/money.js";
import { element } from "../common/page.js";
import { text } from "../common/text.js";

const PODIUM = 3;

/**
 * Players with their places, best first; who shares a place has the same number.
 * @param {string[][]} places
 * @returns {{ place: number, player: string }[]}
 */
export function placed(places) {
  let place = 1;
  return places.flatMap((together) => {
    const at = place;
    place += together.length;
    return together.map((player) => ({ place: at, player }));
  });
}

/** @param {any} prizes */
const wonBy = (prizes) => new Map(prizes.map((/** @type {any} */ each) => [each.player, Number(each.cents)]));

/**
 * @param {any} seen
 * @param {string} [me]
 */
export function finalResult({ places, prizes }, me = "") {
  const won = wonBy(prizes);
  return element(
    "section",
    { class: "heat final panel" },
    element("h2", { text: text("tournament.result") }),
    element(
      "ol",
      { class: "places" },
      ...placed(places).map(({ place, player }) =>
        element(
          "li",
          {
            class: ["place", place <= PODIUM ? `on-podium place-${place}` : "", player === me ? "me" : ""]
              .join(" ")
              .trim(),
          },
          element("b", { text: String(place) }),
          element("span", { class: "name", text: player }),
          element("span", { class: "number", text: won.has(player) ? money(Number(won.get(player))) : "" }),
        ),
      ),
    ),
  );
}

/**
 * What a player came to: the place and the prize; nothing for who has no place.
 * @param {any} seen
 */
export function ownResult({ places, prizes, me }) {
  const own = placed(places).find((each) => each.player === me?.player);
  if (!own) return null;
  const won = wonBy(prizes).get(own.player) ?? 0;
  return element(
    "p",
    { class: "own-result" },
    element("b", { text: text("tournament.your-place", { place: own.place }) }),
    won ? element("span", { text: text("tournament.your-prize", { amount: money(won) }) }) : null,
  );
}
