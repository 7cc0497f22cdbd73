// A Ticket In Cash Out machine: a ticket's number is read or typed, and it is paid, or the screen says where to go with it.

import { money } from "../common/money.js";
import { element, find, getSurely, post, settle } from "../common/page.js";
import { signOut } from "../common/signout.js";
import { text } from "../common/text.js";
import { identify } from "../common/unsettled.js";

const FORGETS_MS = 20_000;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];
/** @type {HTMLInputElement} */
const number = find("#number");
/** @type {any} */
let forgets;

/** @param {string} key */
function press(key) {
  if (key === "clear") number.value = "";
  else number.value = key === "back" ? number.value.slice(0, -1) : number.value + key;
  number.focus();
}

/**
 * The answer, which the next person in the queue does not see.
 * @param {string} tone
 * @param {any[]} words
 */
function tell(tone, ...words) {
  const told = find("#told");
  told.className = tone;
  told.replaceChildren(...words);
  clearTimeout(forgets);
  forgets = setTimeout(() => told.replaceChildren(), FORGETS_MS);
}

async function redeem() {
  const typed = number.value.trim();
  if (!typed) return;
  const told = await post("/api/cage", { key: crypto.randomUUID(), do: { type: "pay-ticket", number: typed } });
  number.value = "";
  number.focus();
  if (told.why)
    tell(
      "not",
      element("span", { text: told.why }),
      element("span", { class: "clause", text: told.clause ?? "" }),
      element("span", { text: text("cage.machine-cashier") }),
    );
  else tell("paid", element("span", { text: text("cage.machine-paid") }), element("b", { text: money(told.paid) }));
}

getSurely("/api/me").then((me) => {
  identify(me);
  find("#who").textContent = me.people[0][0];
  find("#sign-out").addEventListener("click", signOut);
  find("#keys").append(
    ...KEYS.map((key) =>
      element("button", {
        type: "button",
        text: /\d/.test(key) ? key : text(`cage.machine-${key}`),
        onclick: () => press(key),
      }),
    ),
  );
  find("#redeem").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    redeem();
  });
  document.body.classList.remove("connecting");
  settle().then(() => number.focus());
});
