// The door: a terminal of the floor shows its key, staff sign in by name and password.

import { element, find, post, sentence } from "../common/page.js";
import { takeRole } from "../common/role.js";

/**
 * This tab has a role from now on.
 * @param {Record<string, any>} told
 * @param {string} [path]
 */
export function comeIn({ role, go }, path = go) {
  takeRole(role);
  location.assign(path);
}

// A terminal starts at /signin#KEY: what follows the # stays in the browser until it is posted.
export async function enrol() {
  const key = location.hash.slice(1);
  if (!key) return;
  const told = await post("/enrol", { key });
  if (told.go) {
    takeRole(told.role);
    location.replace(told.go);
  } else find("#why").textContent = sentence(told.why);
}

/** @param {SubmitEvent & { target: any }} event */
async function signIn(event) {
  event.preventDefault();
  const form = new FormData(event.target);
  const told = await post("/signin", {
    person: form.get("person"),
    password: form.get("password"),
    table: form.get("table") || null,
    code: String(form.get("code")).trim(),
  });
  if (told.go) return comeIn(told);
  find("#why").textContent = sentence(told.why);
  find("#why").className = told.code && find("#code").hidden ? "" : "bad"; // a code that was not asked for yet is not wrong
  if (told.code) {
    find("#code").hidden = false;
    find("#code input").select();
  }
  if (told.tables) {
    find("#table-names").replaceChildren(
      ...told.tables.map((/** @type {string} */ name) => element("option", { value: name })),
    );
    find("#signin [name=table]").focus();
  }
  return undefined;
}

export const wireDoor = () => find("#signin").addEventListener("submit", signIn);
