// Signing out. Whoever leaves money at a seat is asked first: they cash out, or keep the seat and take it up again later.

import { money } from "./money.js";
import { element, find, goToDoor, post } from "./page.js";
import { leaveRole, leavesByItself, role } from "./role.js";
import { text } from "./text.js";

/**
 * Sign a role of this browser out; resolves to whether it is out.
 * @param {string} id
 * @param {{ cashOut?: () => any, back?: () => any }} ways what "Cash out" does here, or where the seat is
 * @returns {Promise<boolean>}
 */
export async function signOutOf(id, ways = {}, anyway = false) {
  if (id === role()) leavesByItself();
  const told = await post("/signout", { anyway }, { as: id });
  if (!told.here && !told.staked) {
    if (id === role()) leaveRole();
    return true;
  }
  return ask(id, told, ways);
}

/**
 * @param {string} id
 * @param {Record<string, any>} told
 * @param {{ cashOut?: () => any, back?: () => any }} ways
 * @returns {Promise<boolean>}
 */
function ask(id, { here, staked }, { cashOut, back }) {
  const title = here
    ? text("common.leave-money", { amount: money(here) })
    : text("common.leave-staked", { amount: money(staked) });
  return question(title, text(here && staked ? "common.leave-both" : "common.leave-about"), (way, answer) => [
    here && cashOut ? way("common.cash-out", cashOut, "act") : null,
    here && !cashOut && back ? way("common.back-to-seat", back, "act") : null,
    cashOut ? way("common.keep-seat", () => location.assign("/")) : null,
    way("common.leave-anyway", () => answer(signOutOf(id, {}, true)), "danger"),
    way("common.stay", () => answer(false)),
  ]);
}

/**
 * Before a place is left that another tab is at, or where a crew deals; resolves to whether it is to be left.
 * @param {string} title
 * @param {string} about
 * @returns {Promise<boolean>}
 */
export const sureToLeave = (title, about) =>
  question(title, about, (way, answer) => [
    way("common.leave-place", () => answer(true), "danger"),
    way("common.stay", () => answer(false)),
  ]);

/**
 * @param {string} title
 * @param {string} about
 * @param {(way: (key: string, act: () => any, kind?: string) => Node,
 *   answer: (said: boolean | Promise<boolean>) => void) => (Node | null)[]} ways
 * @returns {Promise<boolean>}
 */
function question(title, about, ways) {
  return new Promise((resolve) => {
    const dialog = element("dialog", { id: "leaving", class: "leaving", "aria-labelledby": "leaving-title" });
    const way = (/** @type {string} */ key, /** @type {() => any} */ act, kind = "") =>
      element("button", {
        type: "button",
        class: kind,
        text: text(key),
        onclick: () => {
          dialog.close();
          act();
        },
      });
    dialog.append(
      element("h2", { id: "leaving-title", text: title }),
      element("p", { class: "quiet", text: about }),
      element("div", { class: "ways" }, ...ways(way, resolve)),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(false);
    });
    find("#leaving")?.remove();
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Sign this tab out and go to the door.
 * @param {{ cashOut?: () => any }} ways
 */
export async function leaveTab(ways = {}) {
  if (await signOutOf(role(), ways)) goToDoor();
}

export const signOut = () => leaveTab();
