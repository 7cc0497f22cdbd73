// The inspector's screen: the log searched and exported, rounds told again, the verifier, evidence, papers. Read only.

import { money, parse } from "../common/money.js";
import { announce, element, find, get, getSurely, newest, post, signOut } from "../common/page.js";

/** @import { Line } from "../common/messages.js" */

const TABS = ["log", "rounds", "proof", "papers"];
const when = (/** @type {any} */ at) => new Date(at / 1000).toLocaleString("sv-SE");
const micros = (/** @type {string} */ text) => (text ? String(new Date(text).getTime() * 1000) : "");
const [newestSearch, newestList, newestRound] = [newest(), newest(), newest()];
/** @type {any} */
let further = null;

/** @param {string} name */
function choose(name) {
  for (const tab of TABS) {
    find(`#${tab}`).hidden = tab !== name;
    find(`#tab-${tab}`).setAttribute("aria-selected", String(tab === name));
    find(`#tab-${tab}`).tabIndex = tab === name ? 0 : -1;
  }
  /** @type {Record<string, () => any>} */
  const shows = { rounds: listRounds, proof: watch, papers: showPapers };
  shows[name]?.();
}

function asked() {
  /** @type {Record<string, any>} */
  const form = Object.fromEntries(new FormData(find("#search")));
  const cents = parse(form.amount); // as the screens print it, with its commas
  const query = new URLSearchParams(
    Object.entries({
      ...form,
      amount: cents === null ? form.amount : (cents / 100).toFixed(2),
      since: micros(form.since),
      until: micros(form.until),
    }).filter(([, value]) => value),
  );
  find("#csv").href = `/api/inspect/export?${query}&form=csv`;
  find("#jsonl").href = `/api/inspect/export?${query}&form=jsonl`;
  return query;
}

async function search(on = null) {
  const query = asked();
  if (on) query.set("after", JSON.stringify(on));
  else find("#found").replaceChildren(element("p", { class: "empty", text: "Looking…" }));
  const told = await newestSearch(get(`/api/inspect/events?${query}`).catch((down) => ({ why: down.message })));
  if (!told) return;
  if (told.why) {
    find("#found").replaceChildren(element("p", { class: "empty bad", text: told.why }));
    find("#count").textContent = "";
    return;
  }
  further = told.next;
  if (!on) find("#found").replaceChildren();
  show(told, Boolean(on));
}

/**
 * @param {Record<string, any>} given
 * @param {any} added
 */
function show({ found, looked, next }, added) {
  const place = find("#found");
  place.querySelector(".further")?.remove();
  if (!added && !found.length)
    place.replaceChildren(
      element("p", {
        class: "empty",
        text: next
          ? "Nothing found so far; look further back."
          : "Nothing in the log answers this. Ask for less, or for another time.",
      }),
    );
  else if (!added)
    place.replaceChildren(
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ...["time", "where", "who", "what happened", "clauses", "moved"].map((text) =>
              element("th", { text, class: text === "moved" ? "money" : "" }),
            ),
          ),
        ),
        element("tbody"),
      ),
    );
  place.querySelector("tbody")?.append(...found.flatMap(rows));
  const count = place.querySelectorAll("tr.event").length;
  find("#count").textContent =
    `${count} ${count === 1 ? "event" : "events"}${next ? `, and older ones (${looked} looked at)` : ", all there are"}`;
  if (next)
    place.append(
      element("button", { type: "button", class: "further", text: "Further back", onclick: () => search(further) }),
    );
}

/** @param {any} event */
function rows(event) {
  const moved = event.postings.reduce(
    (/** @type {number} */ sum, /** @type {any} */ [, cents]) => sum + Math.max(cents, 0),
    0,
  );
  const more = element("tr", { class: "more", hidden: true }, element("td", { colspan: "6" }));
  const open = () => {
    more.hidden = !more.hidden;
    row.setAttribute("aria-expanded", String(!more.hidden));
    if (!more.hidden) more.firstChild.replaceChildren(...details(event));
  };
  const row = element(
    "tr",
    {
      class: "event",
      tabindex: "0",
      role: "button",
      "aria-expanded": "false",
      onclick: open,
      onkeydown: (/** @type {KeyboardEvent} */ key) => {
        if (key.key === "Enter" || key.key === " ") {
          key.preventDefault();
          open();
        }
      },
    },
    element("td", { text: when(event.at), title: `${event.at} microseconds` }),
    element("td", { text: `${event.stream.replace("table/", "")} ${event.version}` }),
    element("td", {}, event.actor, element("span", { class: "quiet small", text: ` ${event.role.replace("_", " ")}` })),
    element("td", {
      text:
        event.text[0] +
        (event.text.length > 1 ? ` (and ${event.text.length - 1} line${event.text.length === 2 ? "" : "s"})` : ""),
    }),
    element("td", {
      class: "clause",
      text: event.clauses.slice(0, 4).join(", ") + (event.clauses.length > 4 ? " …" : ""),
    }),
    element("td", { class: "money", text: moved ? money(moved) : "" }),
  );
  return [row, more];
}

/** @param {any} event */
function details(event) {
  const ends = event.kind === "round-settled" || event.kind === "round-invalid";
  return [
    element("ul", {}, ...event.text.map((/** @type {string} */ text) => element("li", { text }))),
    event.postings.length
      ? element("p", {
          class: "small",
          text: `Postings: ${event.postings.map((/** @type {any} */ [account, cents]) => `${account} ${money(cents)}`).join(", ")}`,
        })
      : "",
    element("p", { class: "hash", text: `hash ${event.hash}` }),
    ends
      ? element("button", {
          type: "button",
          text: "Tell the whole round",
          onclick: () => {
            const table = event.stream.replace("table/", "");
            find("#round-table").value = table;
            choose("rounds");
            tellRound(table, event.version);
          },
        })
      : "",
    element("pre", { text: JSON.stringify(event.body) }),
  ];
}

async function listRounds(before = null) {
  const table = find("#round-table").value;
  const answer = await newestList(
    table ? get(`/api/inspect/${table}/rounds${before ? `?before=${before}` : ""}`) : null,
  );
  if (!answer) return;
  const { rounds } = answer;
  const items = rounds.map((/** @type {Record<string, any>} */ { version, at, told }) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", "data-version": version, onclick: () => tellRound(table, version) },
        element("time", { text: when(at).slice(11) }),
        element("span", { text: told }),
      ),
    ),
  );
  const list = find("#round-list");
  if (before) list.append(...items);
  else list.replaceChildren(...items);
  if (!list.children.length)
    list.replaceChildren(element("li", { class: "quiet", text: "No round has been played here." }));
  find("#earlier").hidden = rounds.length < 40;
}

/**
 * @param {any} table
 * @param {number} version
 */
async function tellRound(table, version) {
  const told = await newestRound(get(`/api/inspect/${table}/rounds/${version}`));
  if (!told) return;
  for (const button of find("#round-list").querySelectorAll("button"))
    button.setAttribute("aria-current", String(button.dataset.version === String(version)));
  const place = find("#round");
  if (told.why) return place.replaceChildren(element("p", { class: "empty bad", text: told.why }));
  const item = (/** @type {Record<string, any>} */ { version: number, actor, role, text }) =>
    element(
      "li",
      {},
      element("span", { class: "number quiet", text: String(number) }),
      element("span", { text: `${role.replace("_", " ")} ${actor}` }),
      element(
        "div",
        {},
        text[0],
        text.length > 1
          ? element("ul", {}, ...text.slice(1).map((/** @type {Line} */ line) => element("li", { text: line })))
          : null,
      ),
    );
  const pack = element("button", {
    type: "button",
    class: "act",
    id: "pack",
    text: "Download the evidence",
    onclick: () => evidence(table, version),
  });
  return place.replaceChildren(
    element("div", { class: "row" }, element("h2", { text: `${table}, round ended by event ${version}` }), pack),
    element("ol", {}, ...told.events.map(item)),
    ...(told.later.length
      ? [
          element(
            "section",
            { class: "later" },
            element("h3", { text: "Ruled on it later" }),
            element("ol", {}, ...told.later.map(item)),
          ),
        ]
      : []),
  );
}

/**
 * The pack is asked for first, so that a refusal is a sentence and not a file.
 * @param {any} table
 * @param {number} version
 */
async function evidence(table, version) {
  const answer = await fetch(`/api/inspect/${table}/rounds/${version}/pack`, { credentials: "same-origin" });
  if (!answer.ok) return announce((await answer.json()).why, { bad: true });
  const address = URL.createObjectURL(await answer.blob());
  element("a", { href: address, download: `evidence-${table}-${version}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return announce("The evidence is in your downloads; check it with: feltwork audit check-pack FILE --trust TRUST");
}

async function watch() {
  const told = await get("/api/inspect/verify");
  verdict(told);
  if (told.state === "running" && !find("#proof").hidden) setTimeout(watch, 400);
}

/** @type {Record<string, string>} */
const TONES = { sound: "good", unsound: "bad", failed: "bad" };
/** @type {Record<string, string>} */
const WORDS = {
  never: "Not verified yet",
  running: "Verifying…",
  sound: "✓ Sound",
  unsound: "× Not sound",
  failed: "Could not be verified",
};

/** @param {any} told */
function verdict(told) {
  const start = element("button", {
    type: "button",
    class: "act",
    id: "verify",
    text: told.state === "never" ? "Verify the whole log" : "Verify again",
    disabled: told.state === "running",
    onclick: async () => {
      const answer = await post("/api/inspect/verify", {});
      if (answer.why) announce(answer.why, { bad: true });
      watch();
    },
  });
  const parts = [
    element("p", {
      class: `word ${TONES[told.state] ?? ""}`,
      role: "status",
      text: WORDS[told.state],
    }),
  ];
  if (told.state === "never")
    parts.push(
      element("p", {
        text: "The verifier is a program of its own. It reads the database and not the live tables: it follows every hash, settles every round again under the book it was played under, and adds up every account.",
      }),
    );
  if (told.state === "running")
    parts.push(
      element("progress", { max: String(told.total || 1), value: String(told.read), "aria-label": "Progress" }),
      element("p", { class: "number", text: `${told.read} of ${told.total} records` }),
    );
  if (told.state === "sound")
    parts.push(
      element("p", { text: `Every hash, posting, balance and settlement of ${told.read} records is as it should be.` }),
    );
  if (told.state === "unsound")
    parts.push(
      element("p", { text: `${told.found} findings:` }),
      element("ul", {}, ...told.findings.map((/** @type {string} */ text) => element("li", { text }))),
    );
  if (told.state === "failed") parts.push(element("p", { text: told.why }));
  if (told.checkpoint)
    parts.push(
      element("p", {
        class: "quiet",
        text: `Held against checkpoint ${told.checkpoint.number} of ${when(told.checkpoint.at)}, signed with key ${told.checkpoint.key} (${told.checkpoint.vouched}).`,
      }),
    );
  if (told.unseen?.length)
    parts.push(
      element("p", { text: "What could not be seen:" }),
      element("ul", { id: "unseen" }, ...told.unseen.map((/** @type {string} */ text) => element("li", { text }))),
    );
  for (const note of told.notes ?? []) parts.push(element("p", { class: "quiet small", text: note }));
  find("#verdict").replaceChildren(...parts, element("div", { class: "row" }, start));
}

async function showPapers() {
  const { checkpoint, heads, people, series } = await get("/api/inspect/papers");
  const covered = checkpoint?.covered ?? {};
  const list = (/** @type {any} */ titles, /** @type {any} */ made) =>
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...titles.map((/** @type {string} */ text) => element("th", { text })))),
      element("tbody", {}, ...made),
    );
  find("#papers").replaceChildren(
    element(
      "div",
      { class: "panel" },
      element("h2", {
        text: checkpoint
          ? `Checkpoint ${checkpoint.number}, signed ${when(checkpoint.at)}`
          : "No checkpoint has been signed yet",
      }),
      checkpoint ? element("p", { class: "hash", text: `key ${checkpoint.key}` }) : null,
      checkpoint && series > checkpoint.number
        ? element("p", {
            class: "quiet",
            text: `This host's file is behind: the series stands at ${series}, signed on another host.`,
          })
        : null,
      list(
        ["stream", "stands at", "covered to", "head"],
        heads.map((/** @type {Record<string, any>} */ { stream, version, hash }) =>
          element(
            "tr",
            {},
            element("td", { text: stream }),
            element("td", { class: "number", text: String(version) }),
            element("td", { class: "number", text: covered[stream] === undefined ? "—" : String(covered[stream]) }),
            element("td", { class: "hash", text: `${hash.slice(0, 24)}…` }),
          ),
        ),
      ),
    ),
    element(
      "div",
      { class: "panel" },
      element("h2", { text: "People" }),
      people.length
        ? list(
            ["id", "name"],
            people.map((/** @type {Record<string, any>} */ { id, name }) =>
              element("tr", {}, element("td", { text: id }), element("td", { text: name })),
            ),
          )
        : element("p", { class: "quiet", text: "Nobody is on record by name. The log knows people by id alone." }),
    ),
  );
}

/** @param {any} fields */
function preset(fields) {
  find("#search").reset();
  for (const [name, value] of Object.entries(fields)) find(`#search [name=${name}]`).value = value;
  search();
}

for (const tab of TABS) find(`#tab-${tab}`).addEventListener("click", () => choose(tab));
find("#tabs").addEventListener("keydown", (/** @type {any} */ event) => {
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[event.key];
  if (!step) return;
  const at = TABS.findIndex((tab) => !find(`#${tab}`).hidden);
  const next = TABS[(at + step + TABS.length) % TABS.length];
  choose(next);
  find(`#tab-${next}`).focus();
});
find("#search").addEventListener("submit", (/** @type {any} */ event) => {
  event.preventDefault();
  search();
});
find("#search").addEventListener("change", asked);
find("#notified").addEventListener("click", () => preset({ kind: "inspector-notified" }));
find("#refusals").addEventListener("click", () => preset({ kind: "refused" }));
find("#round-table").addEventListener("change", () => listRounds());
find("#earlier").addEventListener("click", () => listRounds(find("#round-list li:last-child button")?.dataset.version));
find("#sign-out").addEventListener("click", signOut);
const [me, { tables }, { kinds }] = await Promise.all(["/api/me", "/api/tables", "/api/inspect/papers"].map(getSurely));
find("#who").textContent = me.people.map((/** @type {any} */ [person]) => person).join(", ");
find("#kinds").append(...kinds.map((/** @type {any} */ value) => element("option", { value })));
find("#search [name=table]").append(
  ...tables.map((/** @type {Record<string, any>} */ { table }) => element("option", { value: table, text: table })),
  element("option", { value: "cage", text: "cage" }),
);
find("#round-table").append(
  ...tables.map((/** @type {Record<string, any>} */ { table }) => element("option", { value: table, text: table })),
);
if (!find("#rounds").hidden) listRounds();
await search();
