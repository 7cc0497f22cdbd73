// Who of the crew is signed in at this screen: each with a role, to be joined by others or signed out one by one.

import { announce, element, find, post, signOut } from "../common/page.js";

/**
 * @param {HTMLElement} place
 * @param {[string, string][]} people
 * @param {any} assigned
 */
export function showCrew(place, people, assigned) {
  const persons = [...new Set(people.map((/** @type {any} */ [person]) => person))];
  find("#crew-count").textContent = persons.length ? `Crew · ${persons.length}` : "Crew";
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
        element("small", { text: `${person}${here ? "" : " · not assigned to this table"}` }),
      ),
      element("button", {
        type: "button",
        text: "Sign out",
        "aria-label": `Sign ${person} out`,
        onclick: () => leave(person),
      }),
    );
  });
  const name = element("input", { name: "person", required: true, autocomplete: "off" });
  const password = element("input", { name: "password", type: "password", required: true, autocomplete: "off" });
  const code = element("input", { name: "code", autocomplete: "one-time-code", maxlength: 20 });
  const asked = element("label", { hidden: true }, element("span", { text: "Code from their app" }), code);
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
      element("label", {}, element("span", { text: "Join this crew" }), name),
      element("label", {}, element("span", { text: "Password" }), password),
      asked,
      element("button", { class: "act", text: "Sign in here" }),
    ),
    element("a", { class: "plain button", href: "/account", text: "Your account" }),
    element("button", { type: "button", text: "Sign everybody out", onclick: signOut }),
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
  if (told.why) announce(told.why, { bad: true });
  else name.value = "";
}

/** @param {string} person */
async function leave(person) {
  const told = await post("/signout", { person });
  if (told.go) location.assign(told.go);
}
