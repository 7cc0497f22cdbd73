// A disputed face: whoever may rule on it at this screen picks the two faces that are up; the ruling is final.

import { announce, element } from "../common/page.js";

/** @import { Command } from "../common/messages.js" */

const REASONS = ["it leans: the face opposite the obstruction", "looked at together", "as called"];

/**
 * The sentence that the crew reads while a ruling stands and the dice have not been called so.
 * @param {any} disputed
 */
export function sayRuling(disputed) {
  return disputed?.ruled
    ? `Ruled: ${disputed.ruled[0]} and ${disputed.ruled[1]} are up (${disputed.clause}). Enter them so.`
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
  const usual = element("datalist", { id: "face-reasons" }, ...REASONS.map((value) => element("option", { value })));
  const rule = element("button", {
    type: "button",
    class: "act",
    onclick: async () => {
      if (dice.includes(null)) announce("Pick both faces", { bad: true });
      else if (!reason.value.trim()) announce("Say why", { bad: true });
      else if (await send({ type: "rule-on-face", first: dice[0], second: dice[1], reason: reason.value.trim() }))
        drawer.open = false;
    },
  });
  const hands = [0, 1].map((i) =>
    element(
      "div",
      { class: "faces row", role: "group", "aria-label": `Die ${i + 1}` },
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
      ? `Uphold ${dice[0]} and ${dice[1]}: final`
      : `Rule ${dice[0] ?? "·"} and ${dice[1] ?? "·"}: final`;
  };
  place.replaceChildren(
    element("p", { class: "quiet small", text: `Which faces are up is yours to say, once (${disputed.clause}).` }),
    ...hands,
    element("label", {}, element("span", { text: "Why" }), reason),
    usual,
    rule,
  );
  draw();
}
