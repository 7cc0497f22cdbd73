// One's own account: password, second factor, where one is signed in; for a manager, the second factors of others.

import { announce, element, find, get, post, sentence, signOut } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { when } from "../common/times.js";

/** @type {Record<string, string>} */
const KINDS = {
  crew: "Crew's screen",
  supervisor: "Supervisor's console",
  cashier: "The cage",
  inspector: "Inspector's screen",
};

/** @type {any} */
let shown = null;

async function look(person = shown?.person ?? "") {
  shown = await get(`/api/account?person=${encodeURIComponent(person)}`);
  if (shown.why) return announce(sentence(shown.why), { bad: true });
  return show();
}

function show() {
  const { person, people, account, limited, roles = [] } = shown;
  find("#choose").hidden = people.length < 2;
  find("#person").replaceChildren(
    ...people.map((/** @type {string} */ name) =>
      element("option", { value: name, text: name, selected: name === person }),
    ),
  );
  find("#who").textContent = [
    people.length < 2 ? person : "",
    roles.map((/** @type {string} */ role) => role.replaceAll("_", " ")).join(", "),
  ]
    .filter(Boolean)
    .join(" · ");
  find("#back").hidden = limited;
  const first = account
    ? [limited ? setUpFirst() : null, element("div", {}, factorPanel(), passwordPanel())]
    : [element("div", {}, noAccount())];
  find("#account").replaceChildren(
    ...first.filter(Boolean),
    element("div", {}, sessionsPanel(), ...(shown.staff ? [staffPanel()] : [])),
  );
  find("#account").setAttribute("aria-busy", "false");
}

const panel = (/** @type {string} */ title, /** @type {any[]} */ ...parts) =>
  element("section", { class: "panel" }, element("h2", { text: title }), ...parts);
const button = (/** @type {string} */ text, /** @type {(...given: any[]) => any} */ act, kind = "") =>
  element("button", { type: "button", class: kind, text, onclick: act });
const quiet = (/** @type {string} */ text) => element("p", { class: "quiet", text });

const setUpFirst = () =>
  element(
    "section",
    { class: "panel notice full" },
    element("h2", { text: "Set up your second factor first" }),
    element("p", {
      text: "Your work on this floor asks for one. It takes a minute and an authenticator app on your phone; then your screen opens.",
    }),
  );

const noAccount = () =>
  panel(
    "No account",
    quiet(
      "You came in by a one-time address of the demonstration. It has no password, so there is nothing to change here.",
    ),
  );

// Fields that prove who is at the screen; the code is asked for only where there is a second factor.
const proof = (label = "Your password") => [
  { name: "password", label, kind: "password" },
  ...(shown.factor ? [{ name: "code", label: "Code from your app, or a recovery code" }] : []),
];

const MEANT = { code: "" };

function factorPanel() {
  const { factor, required, unreadable, recovery_left: left, can_set_up: able } = shown;
  const says = factor
    ? `On. Signing in asks for a code from your app. ${left === 1 ? "1 recovery code is" : `${left ?? 0} recovery codes are`} left.`
    : "Off. With it, your password alone lets nobody in: signing in also asks for a code from an app on your phone.";
  return panel(
    "Second factor",
    element("p", { text: unreadable ? sentence(unreadable) : says, class: unreadable ? "bad" : factor ? "" : "quiet" }),
    able ? null : quiet("This floor keeps no second factors: it has no account key."),
    element(
      "div",
      { class: "row" },
      able && !unreadable ? button(factor ? "Use another app or phone…" : "Set up…", setUp, factor ? "" : "act") : null,
      factor && !required && !unreadable ? button("Turn off…", turnOff) : null,
    ),
  );
}

function setUp() {
  openSheet({
    title: "Set up your second factor",
    act: "Go on",
    about: "First, once more, who you are.",
    fields: proof(),
    send: async (values) => {
      const told = await post("/api/account/factor", { ...MEANT, ...values, person: shown.person });
      if (!told.why) scan(told);
      return told;
    },
  });
}

/** @param {Record<string, any>} given */
function scan({ secret, squares }) {
  const drawn = new DOMParser().parseFromString(squares, "image/svg+xml").documentElement;
  const picture = element("div", { class: "squares", role: "img", "aria-label": "Squares for the app to read" });
  picture.append(document.importNode(drawn, true));
  openSheet({
    title: "Scan this with your app",
    act: "Turn on",
    about: "Any authenticator app will do. If it cannot scan, type the letters below into it.",
    fields: [
      { node: picture },
      { node: element("p", { class: "secret", text: secret }) },
      { node: codeField("The six digits that it shows now") },
    ],
    send: async ({ code }) => {
      const told = await post("/api/account/factor/confirm", { person: shown.person, code });
      if (!told.why) keepCodes(told.recovery);
      return told;
    },
  });
}

const codeField = (/** @type {string} */ label) =>
  element(
    "label",
    { text: label },
    element("input", {
      class: "code",
      name: "code",
      required: true,
      autocomplete: "one-time-code",
      inputmode: "numeric",
      maxlength: 20,
    }),
  );

/** @param {any} codes */
function keepCodes(codes) {
  const list = element(
    "ol",
    { class: "codes" },
    ...codes.map((/** @type {string} */ code) => element("li", { text: code })),
  );
  openSheet({
    title: "Keep these recovery codes",
    act: "I have them",
    about:
      "If you lose your phone, each of them lets you in once. Write them down or print them; they are not shown again.",
    fields: [
      { node: list },
      {
        node: element(
          "div",
          { class: "row" },
          button("Print", () => print()),
        ),
      },
    ],
    send: async () => {
      if (shown.limited) location.assign("/");
      await look();
      announce("Your second factor is on");
    },
  });
  find("#sheet .end button[type=button]").remove(); // it is on already: there is nothing to cancel
  find("#sheet").addEventListener("close", () => look(), { once: true });
}

function turnOff() {
  openSheet({
    title: "Turn your second factor off",
    act: "Turn off",
    danger: true,
    about: "Then your password alone lets you in.",
    fields: proof(),
    send: async (values) =>
      tell(
        await post("/api/account/factor/remove", { ...MEANT, ...values, person: shown.person }),
        "Your second factor is off",
      ),
  });
}

/**
 * What came of it: the page shows what holds now.
 * @param {any} told
 * @param {any} done
 */
async function tell(told, done) {
  if (told.why) return told;
  await look();
  announce(done);
  return told;
}

function passwordPanel() {
  return panel(
    "Password",
    quiet("A new one signs you out everywhere else."),
    element(
      "div",
      { class: "row" },
      button("Change…", () =>
        openSheet({
          title: "Change your password",
          act: "Change it",
          fields: [
            { ...proof("Old password")[0], name: "old" },
            ...proof().slice(1),
            { name: "next", label: "New password, at least 8 characters", kind: "password" },
            { name: "again", label: "The new one again", kind: "password" },
          ],
          send: async ({ old, next, again, code = "" }) => {
            if (next !== again) return { why: "The two new ones differ." };
            return tell(
              await post("/api/account/password", { person: shown.person, old, new: next, code }),
              "Your password is changed; you are signed out everywhere else",
            );
          },
        }),
      ),
    ),
  );
}

function sessionsPanel() {
  const { sessions, person } = shown;
  const rows = sessions.map((/** @type {any} */ one) => {
    const where = [
      one.table ? `table ${one.table}` : "",
      one.address ? `from ${one.address}` : "",
      one.with.length ? `with ${one.with.join(", ")}` : "",
    ]
      .filter(Boolean)
      .join(", ");
    return element(
      "li",
      {},
      element(
        "span",
        {},
        element("b", {
          class: one.here ? "here" : "",
          text: one.here ? `${KINDS[one.kind]}, this one` : KINDS[one.kind],
        }),
        element("small", { text: `Since ${when(one.born)}, last used ${when(one.seen)}` }),
        where ? element("small", { text: sentence(where) }) : null,
      ),
      one.here ? null : button("End", () => end(one.id), ""),
    );
  });
  const others = sessions.filter((/** @type {Record<string, any>} */ { here }) => !here).length;
  return panel(
    "Where you are signed in",
    element("ul", { class: "rows" }, ...rows),
    others > 1
      ? element(
          "div",
          { class: "row" },
          button(`End the ${others} others`, () => end("")),
        )
      : null,
    others && shown.account ? quiet(`Is one of them not yours? End it, and change the password of ${person}.`) : null,
  );
}

/** @param {any} session */
async function end(session) {
  const told = await post("/api/account/end", { person: shown.person, session });
  if (told.why) announce(sentence(told.why), { bad: true });
  else announce(told.ended === 1 ? "That session is over" : `${told.ended} sessions are over`);
  await look();
}

function staffPanel() {
  const rows = shown.staff.map((/** @type {Record<string, any>} */ { person, kind, factor }) =>
    element(
      "li",
      {},
      element(
        "span",
        {},
        element("b", { text: person }),
        element("small", { text: `${sentence(kind)}, ${factor ? "with" : "without"} a second factor` }),
      ),
      factor
        ? element("button", {
            type: "button",
            text: "Reset…",
            "aria-label": `Reset the second factor of ${person}`,
            onclick: () => reset(person),
          })
        : null,
    ),
  );
  return panel(
    "Second factors of the staff",
    quiet("For somebody who has lost the phone and the recovery codes. Make sure who is asking."),
    rows.length ? element("ul", { class: "rows" }, ...rows) : quiet("Nobody else has an account."),
  );
}

/** @param {any} of */
function reset(of) {
  openSheet({
    title: `Reset the second factor of ${of}`,
    act: "Reset it",
    danger: true,
    about: `${of} is signed out everywhere, and signs in with the password alone until a new one is set up.`,
    fields: proof(),
    send: async (values) =>
      tell(
        await post("/api/account/reset", { ...MEANT, ...values, person: shown.person, of }),
        `The second factor of ${of} is reset`,
      ),
  });
}

find("#sign-out").addEventListener("click", signOut);
find("#person").addEventListener("change", (/** @type {any} */ event) => look(event.target.value));
look();
