// What a player may do with the dice now: take or refuse them, choose two, shoot, pass them on.

import { element } from "../common/page.js";
import { redraw } from "../common/redraw.js";
import { shape } from "../common/svg.js";

/** @import { Command, View } from "../common/messages.js" */

const AROUND = 100;

/**
 * How much of the ring around the button is left, of a hundred.
 * @param {number} until
 * @param {number} now
 * @param {number} seconds
 */
export function ringLeft(until, now, seconds) {
  return Math.max(0, Math.min(AROUND, ((until - now) / (seconds * 1e6)) * AROUND));
}

function ring() {
  const picture = shape("svg", { viewBox: "0 0 44 44", class: "count-ring", "aria-hidden": "true" });
  for (const kind of ["track", "left"])
    picture.append(shape("circle", { class: kind, cx: 22, cy: 22, r: 18, pathLength: AROUND }));
  return picture;
}

/**
 * Who has asked for a colour that this player has: it is issued once the player agrees.
 * @param {View} view
 * @param {number} seat
 * @param {any} add
 */
function sharing(view, seat, add) {
  for (const asked of view.colours?.sharing ?? []) {
    if (!asked.of.includes(seat)) continue;
    const who = `seat ${asked.seat}${view.seats[asked.seat] ? `, ${view.seats[asked.seat]}` : ""}`;
    add(`Share ${asked.colour} with ${who}`, {
      type: "agree-colour",
      seat,
      with_seat: asked.seat,
      colour: asked.colour,
    });
  }
}

/**
 * @param {HTMLElement} place
 * @param {View} view
 * @param {number} seat
 * @param {(command: Command) => any} send
 * @param {() => any} letThrow
 */
export function hands(place, view, seat, send, letThrow) {
  /** @type {any[]} */
  const buttons = [];
  const add = (/** @type {string} */ text, /** @type {Command} */ command, kind = "") => {
    buttons.push(
      element("button", { type: "button", class: kind, text, "data-key": command.type, onclick: () => send(command) }),
    );
    return buttons.at(-1);
  };
  if (view.awaited && view.awaited[0] === seat && view.phase === "betting") {
    const shoot = add("Shoot!", { type: "press-shoot", seat }, "act shoot");
    shoot.prepend(ring());
    shoot.append(element("span", { class: "left number" }));
  } else if (view.button === seat) {
    add("Spin the ball", { type: "press-button", seat }, "act");
  } else if (view.offered === seat) {
    add("Take the dice", { type: "accept-dice", seat }, "act");
    add("Pass them on", { type: "reject-dice", seat });
  } else if (view.shooter === seat && view.phase === "betting" && !view.awaited && !view.spins) {
    if ((view.dice.hand ?? []).length < 2 && !view.source?.includes("draw")) {
      const pool = [...view.dice.bowl, ...view.dice.hand, ...view.dice.waiting];
      add("Choose two dice", { type: "select-dice", seat, dice: pool.slice(0, 2) }, "act");
    } else {
      buttons.push(element("p", { class: "small gold", text: "You have the dice" }));
    }
    if (!view.frozen.length) add("Pass the dice", { type: "pass-dice", seat }); // after any roll, but for a seven that freezes
    if (view.delegates)
      buttons.push(
        element("button", {
          type: "button",
          text: view.thrower ? `${view.thrower} throws for you…` : "Let another throw…",
          "data-key": "authorise-thrower",
          onclick: letThrow,
        }),
      );
  } else if (view.thrower && view.thrower === view.seats[seat] && view.phase === "betting") {
    buttons.push(element("p", { class: "small gold", text: `You throw for seat ${view.shooter}` }));
  }
  sharing(view, seat, add);
  redraw(place, ...buttons);
}

/**
 * Between two messages of the server the ring runs down by its clock.
 * @param {HTMLElement} place
 * @param {View} view
 * @param {number} now
 * @param {number} seconds
 */
export function tick(place, view, now, seconds) {
  const circle = place.querySelector(".count-ring .left");
  if (!circle || !view.awaited) return;
  circle.setAttribute("stroke-dasharray", `${ringLeft(view.awaited[1], now, seconds)} ${AROUND}`);
  /** @type {HTMLElement} */ (place.querySelector("span.left")).textContent = String(
    Math.max(0, Math.ceil((view.awaited[1] - now) / 1e6)),
  );
}
