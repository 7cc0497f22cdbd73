// One's own account: password, second factor, where one is signed in; for a manager, the second factors of others.

import { announce, element, find, get, post, sentence } from "../common/page.js";
import { openSheet } from "../common/sheet.js";
import { signOut } from "../common/signout.js";
import { text } from "../common/text.js";
import { when } from "../common/times.js";

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
const button = (/** @type {string} */ label, /** @type {(...given: any[]) => any} */ act, kind = "") =>
  element("button", { type: "button", class: kind, text: label, onclick: act });
const quiet = (/** @type {string} */ words) => element("p", { class: "quiet", text: words });

const setUpFirst = () =>
  element(
    "section",
    { class: "panel notice full" },
    element("h2", { text: text("account.first-title") }),
    element("p", {
      text: text("account.first-about"),
    }),
  );

const noAccount = () => panel(text("account.no-account"), quiet(text("account.no-account-about")));

// Fields that prove who is at the screen; the code is asked for only where there is a second factor.
const proof = (label = text("account.your-password")) => [
  { name: "password", label, kind: "password" },
  ...(shown.factor ? [{ name: "code", label: text("account.code") }] : []),
];

const MEANT = { code: "" };

function factorPanel() {
  const { factor, required, unreadable, recovery_left: left, can_set_up: able } = shown;
  const says = factor ? text("account.factor-on", { count: left ?? 0 }) : text("account.factor-off");
  return panel(
    text("account.factor"),
    element("p", { text: unreadable ? sentence(unreadable) : says, class: unreadable ? "bad" : factor ? "" : "quiet" }),
    able ? null : quiet(text("account.factor-none")),
    element(
      "div",
      { class: "row" },
      able && !unreadable
        ? button(text(factor ? "account.factor-other" : "account.factor-set-up"), setUp, factor ? "" : "act")
        : null,
      factor && !required && !unreadable ? button(text("account.factor-turn-off"), turnOff) : null,
    ),
  );
}

function setUp() {
  openSheet({
    title: text("account.set-up-title"),
    act: text("account.go-on"),
    about: text("account.set-up-about"),
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
  const picture = element("div", { class: "squares", role: "img", "aria-label": text("account.squares") });
  picture.append(document.importNode(drawn, true));
  openSheet({
    title: text("account.scan-title"),
    act: text("account.turn-on"),
    about: text("account.scan-about"),
    fields: [
      { node: picture },
      { node: element("p", { class: "secret", text: secret }) },
      { node: codeField(text("account.six-digits")) },
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
    title: text("account.keep-title"),
    act: text("account.keep-done"),
    about: text("account.keep-about"),
    fields: [
      { node: list },
      {
        node: element(
          "div",
          { class: "row" },
          button(text("account.print"), () => print()),
        ),
      },
    ],
    send: async () => {
      if (shown.limited) location.assign(shown.home);
      await look();
      announce(text("account.factor-is-on"));
    },
  });
  find("#sheet .end button[type=button]").remove(); // it is on already: there is nothing to cancel
  find("#sheet").addEventListener("close", () => look(), { once: true });
}

function turnOff() {
  openSheet({
    title: text("account.off-title"),
    act: text("account.turn-off"),
    danger: true,
    about: text("account.off-about"),
    fields: proof(),
    send: async (values) =>
      tell(
        await post("/api/account/factor/remove", { ...MEANT, ...values, person: shown.person }),
        text("account.factor-is-off"),
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
    text("account.password"),
    quiet(text("account.password-about")),
    element(
      "div",
      { class: "row" },
      button(text("account.change"), () =>
        openSheet({
          title: text("account.change-title"),
          act: text("account.change-it"),
          fields: [
            { ...proof(text("account.old-password"))[0], name: "old" },
            ...proof().slice(1),
            { name: "next", label: text("account.new-password"), kind: "password" },
            { name: "again", label: text("account.new-again"), kind: "password" },
          ],
          send: async ({ old, next, again, code = "" }) => {
            if (next !== again) return { why: text("account.differ") };
            return tell(
              await post("/api/account/password", { person: shown.person, old, new: next, code }),
              text("account.changed"),
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
      one.table ? text("account.at-table", { table: one.table }) : "",
      one.address ? text("account.from", { address: one.address }) : "",
      one.with.length ? text("account.with", { people: one.with.join(", ") }) : "",
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
          text: one.here
            ? text("account.this-one", { kind: text(`account.kind-${one.kind}`) })
            : text(`account.kind-${one.kind}`),
        }),
        element("small", { text: text("account.since", { born: when(one.born), seen: when(one.seen) }) }),
        where ? element("small", { text: sentence(where) }) : null,
      ),
      one.here ? null : button(text("account.end"), () => end(one.id), ""),
    );
  });
  const others = sessions.filter((/** @type {Record<string, any>} */ { here }) => !here).length;
  return panel(
    text("account.sessions"),
    element("ul", { class: "rows" }, ...rows),
    others > 1
      ? element(
          "div",
          { class: "row" },
          button(text("account.end-others", { count: others }), () => end("")),
        )
      : null,
    others && shown.account ? quiet(text("account.not-yours", { person })) : null,
  );
}

/** @param {any} session */
async function end(session) {
  const told = await post("/api/account/end", { person: shown.person, session });
  if (told.why) announce(sentence(told.why), { bad: true });
  else announce(text("account.ended", { count: told.ended }));
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
        element("small", { text: text(factor ? "account.has-factor" : "account.has-none", { kind: sentence(kind) }) }),
      ),
      factor
        ? element("button", {
            type: "button",
            text: text("account.reset"),
            "aria-label": text("account.reset-title", { of: person }),
            onclick: () => reset(person),
          })
        : null,
    ),
  );
  return panel(
    text("account.staff"),
    quiet(text("account.staff-about")),
    rows.length ? element("ul", { class: "rows" }, ...rows) : quiet(text("account.staff-none")),
  );
}

/** @param {any} of */
function reset(of) {
  openSheet({
    title: text("account.reset-title", { of }),
    act: text("account.reset-it"),
    danger: true,
    about: text("account.reset-about", { of }),
    fields: proof(),
    send: async (values) =>
      tell(
        await post("/api/account/reset", { ...MEANT, ...values, person: shown.person, of }),
        text("account.reset-done", { of }),
      ),
  });
}

find("#sign-out").addEventListener("click", signOut);
find("#person").addEventListener("change", (/** @type {any} */ event) => look(event.target.value));
look();
