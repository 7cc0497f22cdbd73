// What a player may do with the dice now: take or refuse them, choose two, shoot, pass them on.

import { element } from "./page.js";

export function hands(place, view, seat, send) {
  const buttons = [];
  const add = (text, command, kind = "") => buttons.push(element("button", { type: "button", class: kind, text, onclick: () => send(command) }));
  if (view.awaited && view.awaited[0] === seat && view.phase === "betting") {
    add("Shoot!", { type: "press-shoot", seat }, "act shoot");
  } else if (view.offered === seat) {
    add("Take the dice", { type: "accept-dice", seat }, "act");
    add("Pass them on", { type: "reject-dice", seat });
  } else if (view.shooter === seat && view.phase === "betting" && !view.awaited && !view.spins) {
    if ((view.dice.hand ?? []).length < 2) {
      const pool = [...view.dice.bowl, ...view.dice.hand, ...view.dice.waiting];
      add("Choose two dice", { type: "select-dice", seat, dice: pool.slice(0, 2) }, "act");
    } else {
      buttons.push(element("p", { class: "small gold", text: "You have the dice" }));
    }
    if (view.come_out) add("Pass the dice", { type: "pass-dice", seat });
  }
  place.replaceChildren(...buttons);
}
