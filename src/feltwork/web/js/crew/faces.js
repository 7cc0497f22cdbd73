// A disputed face: whoever may rule on it at this screen picks the two faces that are up; the ruling is final.

import { element } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { text } from "../common/text.js";

/** @import { Command } from "../common/messages.js" */

const REASONS = ["leans", "together", "as-called"];

/**
 * The sentence that the crew reads while a ruling stands and the dice have not been called so.
 * @param {any} disputed
 */
export function sayRuling(disputed) {
  return disputed?.ruled
    ? text("crew.ruled", { dice: disputed.ruled.join(text("crew.and")), clause: disputed.clause })
    : "";
}

/**
 * @param {any} drawer
 * @param {HTMLElement} place
 * @param {any} disputed
 * @param {(command: Command) => any} send
 */
export function showFaces(drawer, place, disputed, send) {
  drawer.hidden = !disputed?.may;
  const shape = JSON.stringify(disputed);
  if (place.dataset.shape === shape) return; // what somebody is choosing stays
  place.dataset.shape = shape;
  if (!disputed?.may) {
    drawer.open = false;
    place.replaceChildren();
    return;
  }
  const dice = [...(disputed.called ?? [null, null])];
  const reason = element("input", { id: "face-reason", maxlength: "200", autocomplete: "off", list: "face-reasons" });
  const usual = element(
    "datalist",
    { id: "face-reasons" },
    ...REASONS.map((why) => element("option", { value: text(`crew.face-${why}`) })),
  );
  const rule = element("button", {
    type: "button",
    class: "act",
    onclick: async () => {
      if (dice.includes(null)) refuse(text("crew.pick-faces"), { at: rule });
      else if (!reason.value.trim()) refuse(text("crew.say-why"), { at: reason });
      else if (await send({ type: "rule-on-face", first: dice[0], second: dice[1], reason: reason.value.trim() }))
        drawer.open = false;
    },
  });
  const hands = [0, 1].map((i) =>
    element(
      "div",
      { class: "faces row", role: "group", "aria-label": text("crew.die", { letter: String(i + 1) }) },
      ...[1, 2, 3, 4, 5, 6].map((face) =>
        element("button", {
          type: "button",
          text: String(face),
          "data-die": String(i),
          "data-face": String(face),
          onclick: () => {
            dice[i] = face;
            draw();
          },
        }),
      ),
    ),
  );
  const draw = () => {
    for (const hand of hands) {
      for (const button of hand.children)
        button.setAttribute("aria-pressed", String(dice[Number(button.dataset.die)] === Number(button.dataset.face)));
    }
    const upheld = disputed.called && [...dice].sort().join() === [...disputed.called].sort().join();
    rule.textContent = upheld
      ? text("crew.uphold", { dice: dice.join(text("crew.and")) })
      : text("crew.rule", { dice: dice.map((face) => face ?? "·").join(text("crew.and")) });
  };
  place.replaceChildren(
    element("p", { class: "quiet small", text: text("crew.yours-to-say", { clause: disputed.clause }) }),
    ...hands,
    element("label", {}, element("span", { text: text("crew.why") }), reason),
    usual,
    rule,
  );
  draw();
}
