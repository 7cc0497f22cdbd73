// Who of the crew is signed in at this screen: each with a role, to be joined by others or signed out one by one.

import { element, find, post } from "../common/page.js";
import { refuse } from "../common/refused.js";
import { signOut } from "../common/signout.js";
import { text } from "../common/text.js";

/**
 * @param {HTMLElement} place
 * @param {[string, string][]} people
 * @param {any} assigned
 */
export function showCrew(place, people, assigned) {
  const persons = [...new Set(people.map((/** @type {any} */ [person]) => person))];
  find("#crew-count").textContent = text("crew.crew-count", { count: persons.length });
  const rows = persons.map((person) => {
    const roles = people
      .filter((/** @type {any} */ [who]) => who === person)
      .map((/** @type {any} */ [, role]) => role.replaceAll("_", " "));
    const here = people.some((/** @type {any} */ [who, role]) => who === person && assigned[who] === role);
    return element(
      "li",
      {},
      element(
        "span",
        {},
        element("b", { text: roles.join(", ") }),
        element("small", { text: here ? person : text("crew.not-assigned", { person }) }),
      ),
      element("button", {
        type: "button",
        text: text("common.sign-out"),
        "aria-label": text("crew.sign-person-out", { person }),
        onclick: () => leave(person),
      }),
    );
  });
  const name = element("input", { name: "person", required: true, autocomplete: "off" });
  const password = element("input", { name: "password", type: "password", required: true, autocomplete: "off" });
  const code = element("input", { name: "code", autocomplete: "one-time-code", maxlength: 20 });
  const asked = element("label", { hidden: true }, element("span", { text: text("crew.their-code") }), code);
  place.replaceChildren(
    element("ul", {}, ...rows),
    element(
      "form",
      {
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          join(name, password, code, asked);
        },
      },
      element("label", {}, element("span", { text: text("crew.join") }), name),
      element("label", {}, element("span", { text: text("crew.password") }), password),
      asked,
      element("button", { class: "act", text: text("crew.sign-in-here") }),
    ),
    element("a", { class: "plain button", href: "/account", text: text("crew.your-account") }),
    element("button", { type: "button", text: text("crew.sign-all-out"), onclick: signOut }),
  );
}

/**
 * @param {HTMLInputElement} name
 * @param {HTMLInputElement} password
 * @param {HTMLInputElement} code
 * @param {any} asked
 */
async function join(name, password, code, asked) {
  const told = await post("/signin", {
    person: name.value.trim(),
    password: password.value,
    joins: true,
    code: code.value.trim(),
  });
  if (told.code) {
    asked.hidden = false;
    code.select();
  } else password.value = "";
  if (told.why) refuse(told.why, { at: name });
  else name.value = "";
}

/** @param {string} person */
async function leave(person) {
  const told = await post("/signout", { person });
  if (told.go) location.assign(told.go);
}
