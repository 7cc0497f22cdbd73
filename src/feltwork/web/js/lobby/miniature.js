// A table in the lobby: its felt as it lies now, small; how it stands, its last results, its seats, and ways to it.

import { Felt } from "../common/felt.js";
import { sayLimit } from "../common/limits.js";
import { nameParts } from "../common/names.js";
import { element, findAll, get } from "../common/page.js";
import { historyItem, phaseWords, secondsLeft, useWheel } from "../common/phase.js";
import { shared } from "../common/signs.js";
import { text } from "../common/text.js";

const RESULTS = 5;

export class Miniature {
  /**
   * @param {Record<string, any>} table
   * @param {Record<string, (table: string) => any>} ways what its buttons do, by their names
   */
  constructor(table, ways) {
    this.table = table.table;
    this.picture = element("div", { class: "picture", "aria-hidden": "true" });
    this.phase = element("p", { class: "phase" });
    this.about = element("p", { class: "quiet" });
    const { title, adds } = nameParts(table.name);
    this.seats = element("p", { class: "seats", role: "img" });
    this.history = element("ol", { class: "history", "aria-label": text("lobby.last-results") });
    const acts = Object.entries(ways).map(([way, act]) =>
      element("button", {
        type: "button",
        class: way === "play" ? "act" : "",
        text: text(`lobby.way-${way}`),
        "aria-label": text(`lobby.way-${way}-at`, { table: adds ? `${title}, ${adds}` : title }),
        "data-way": way,
        onclick: () => act(this.table),
      }),
    );
    this.node = element(
      "article",
      { class: "table panel", "data-table": table.table, "data-book": table.book },
      this.picture,
      element("h2", { text: title }),
      element("div", { class: "strip" }, this.about, element("p", { class: "quiet", text: adds })),
      this.phase,
      element("div", { class: "strip" }, this.history, this.seats),
      element("div", { class: "acts" }, ...acts),
    );
    /** @type {Felt | null} */
    this.felt = null;
    this._shown = "";
    /** @type {[Record<string, any>, number] | null} */
    this._last = null;
  }

  async draw() {
    const told = await get(`/api/lobby/${encodeURIComponent(this.table)}/felt`).catch(() => null);
    if (!told?.svg) return;
    this.felt = new Felt(this.picture, told, () => undefined);
    for (const area of findAll("[tabindex]", this.picture)) area.removeAttribute("tabindex"); // a picture, not a place to bet
    this._shown = "";
    if (this._last) this.show(...this._last);
  }

  /**
   * @param {Record<string, any>} table
   * @param {number} now
   */
  show(table, now) {
    this._last = [table, now];
    const view = /** @type {any} */ (table);
    const { words, tone } = phaseWords(view, now);
    const left = secondsLeft(view, now);
    this.phase.textContent = left ? `${words} · ${left}` : words;
    this.phase.dataset.tone = tone;
    const shown = JSON.stringify([table.stakes, table.history, table.point, table.taken, table.limits]);
    if (shown === this._shown) return;
    this._shown = shown;
    const { all } = shared(table.limits ?? {}, Object.keys(table.limits ?? {}));
    const taken = text("lobby.seats", { taken: table.taken.length, of: table.capacity });
    this.about.textContent = text("lobby.limits", { limits: sayLimit(all) });
    this.seats.replaceChildren(
      ...Array.from({ length: table.capacity }, (_, i) =>
        element("span", { class: table.taken.includes(i + 1) ? "taken" : "" }),
      ),
    );
    this.seats.setAttribute("aria-label", taken);
    if (table.spins && this.felt) useWheel(this.felt.layout.wheel); // each felt has told the page its own
    this.history.replaceChildren(...table.history.slice(-RESULTS).reverse().map(historyItem));
    if (!this.felt) return;
    this.felt.laid.stakes(table.stakes ?? [], null);
    this.felt.freeze(table.frozen ?? []);
    if (table.spins) this.felt.dolly(String(table.history.at(-1)?.result));
    else this.felt.puck(table.point);
  }
}
