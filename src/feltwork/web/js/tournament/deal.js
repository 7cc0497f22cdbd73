// The crew of a tournament's table: order and marker, whose turn it is, what to take and pay, the count.

import { element, find, get, getSurely, settle } from "../common/page.js";
import { signOut } from "../common/signout.js";
import { text } from "../common/text.js";
import { themeSwitch } from "../common/theme.js";
import { clock } from "../common/times.js";
import { identify } from "../common/unsettled.js";
import { drawn } from "./parts.js";
import { TablePanel, titlesOf } from "./tables.js";
import { asked, Watched } from "./watch.js";

let felt = "";
let title = titlesOf(null);
let chosen = new URLSearchParams(location.search).get("table") ?? "";
/** @type {TablePanel | null} */
let panel = null;
const watched = new Watched((seen) => show(seen));

/** @param {any} seen */
async function show(seen) {
  find("#name").textContent = seen.title || seen.id;
  const names = seen.tables.map((/** @type {any} */ each) => each.table);
  if (!names.includes(chosen)) chosen = names[0] ?? "";
  drawn(find("#table"), [names, chosen], () =>
    names.map((/** @type {string} */ name) =>
      element("option", { value: name, text: text("tournament.table", { table: name }), selected: name === chosen }),
    ),
  );
  find("#table").hidden = !names.length;
  if (names.length && felt !== seen.id) {
    felt = seen.id;
    title = titlesOf(await get(`/api/tournaments/${encodeURIComponent(seen.id)}/felt`).catch(() => null));
    panel = null;
  }
  if (chosen && panel?.name !== chosen) {
    panel = new TablePanel(watched, chosen, title);
    find("#heat").replaceChildren(panel.node);
  }
  if (!chosen && panel) {
    panel = null;
    find("#heat").replaceChildren(element("p", { class: "panel quiet", text: text("tournament.no-tables") }));
  }
  panel?.show();
}

async function list() {
  const told = await get("/api/tournaments", { byItself: true }).catch(() => null);
  if (!told) return;
  const live = told.tournaments.filter(
    (/** @type {any} */ each) => !["draft", "paid", "cancelled"].includes(each.phase),
  );
  const id = watched.id || asked() || live[0]?.id || "";
  drawn(find("#choose"), [live.map((/** @type {any} */ each) => [each.id, each.title]), id], () =>
    live.map((/** @type {any} */ each) =>
      element("option", { value: each.id, text: each.title || each.id, selected: each.id === id }),
    ),
  );
  find("#choose").hidden = live.length < 2;
  if (id && id !== watched.id) await watched.open(id);
  if (!id) find("#name").textContent = text("tournament.no-tournament");
  document.body.classList.remove("connecting");
}

getSurely("/api/me").then(async (me) => {
  identify(me);
  find("#who").textContent = me.people[0][0];
  find("#time").before(themeSwitch());
  find("#sign-out").addEventListener("click", signOut);
  find("#choose").addEventListener("change", (/** @type {any} */ event) => watched.open(event.target.value));
  find("#table").addEventListener("change", (/** @type {any} */ event) => {
    chosen = event.target.value;
    show(watched.seen);
  });
  setInterval(() => {
    find("#time").textContent = clock(watched.now());
    panel?.tick();
  }, 500);
  await list();
  setInterval(list, 5000);
  await settle();
});
