// The conditions as a form: every letter of the book's list, what is missing named at its place, all kept in one document.

import { element } from "../common/page.js";
import { text } from "../common/text.js";
import { whole } from "./asking.js";
import { button, choice, drawn, field } from "./parts.js";

/** @import { Watched } from "./watch.js" */

const ROWS = {
  sessions: ["rounds", "minutes", "tables", "seats", "advance", "repechage"],
  changes: ["round", "minimum", "maximum"],
  chips: ["colour", "value", "count"],
  override: ["clause", "how"],
};
/** @type {Record<string, "text" | "flag">} */
const OF_ROWS = { repechage: "flag", colour: "text", clause: "text", how: "text" };

/** @param {string} path */
const keyOf = (path) => path.replaceAll(".", "-").replaceAll("_", "-");

/** @param {any} document @param {string} path */
const valueAt = (document, path) => path.split(".").reduce((inside, name) => inside?.[name], document);

export class Conditions {
  /**
   * @param {Watched} watched
   * @param {any} book what the server says of the book's form
   */
  constructor(watched, book) {
    this.watched = watched;
    this.book = book;
    /** @type {Map<string, () => any>} */
    this.reads = new Map();
    this.node = element("div", { class: "conditions" });
  }

  show() {
    const { desk, phase, digest } = this.watched.seen;
    if (!desk) return;
    drawn(this.node, [digest, phase, desk.lacks, this.book?.book], () => this.draw(desk, phase === "draft"));
  }

  /**
   * @param {any} desk
   * @param {boolean} draft
   */
  draw(desk, draft) {
    this.reads.clear();
    const { lacks, document: held } = desk;
    const groups = this.book.items.map((/** @type {any} */ item) => this.item(item, held, lacks, draft));
    const form = element(
      "form",
      {
        novalidate: true,
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          this.save();
        },
      },
      this.top(held, draft),
      ...groups,
      this.rows("override", held.override ?? [], draft, Boolean(this.book.overrides)),
      this.more(held, draft),
      draft
        ? element(
            "div",
            { class: "bar" },
            element("p", { class: "changed quiet", text: text("tournament.not-saved"), hidden: true }),
            element("button", { class: "act", text: text("tournament.save"), "data-do": "revise-conditions" }),
          )
        : null,
    );
    form.addEventListener("input", () => {
      const changed = form.querySelector(".changed");
      if (changed) changed.hidden = false;
      this.spare(form);
    });
    this.spare(form);
    return [this.verdict(lacks, draft), form];
  }

  // What is said not to be used is not asked about further.
  spare(/** @type {HTMLFormElement} */ form) {
    for (const { used, fields } of this.book.items)
      for (const { path } of used ? fields : []) {
        const node = form.querySelector(`[data-path="${path}"]`);
        if (node && path !== used) /** @type {any} */ (node).hidden = this.reads.get(used)?.() === false;
      }
    for (const set of /** @type {any} */ (form.querySelectorAll("fieldset[data-clause]")))
      set.hidden = ![...set.querySelectorAll("[data-path]")].some((each) => !each.hidden);
  }

  /**
   * @param {any[]} lacks
   * @param {boolean} draft
   */
  verdict(lacks, draft) {
    if (!draft) return element("p", { class: "verdict good", text: text("tournament.published-stand") });
    if (!lacks.length)
      return element("p", { class: "verdict good", role: "status", text: text("tournament.complete") });
    return element(
      "section",
      { class: "verdict lacking", role: "status" },
      element("h3", { text: text("tournament.lacking", { count: lacks.length }) }),
      element(
        "ul",
        {},
        ...lacks.map((/** @type {any} */ each) =>
          element("li", {}, element("b", { text: each.clause }), ` ${this.said(each.about)}`),
        ),
      ),
    );
  }

  // Fields are named by their paths in the document; here by their labels.
  said(/** @type {string} */ about) {
    const labels = this.book.items.flatMap((/** @type {any} */ item) => item.fields);
    return labels.reduce(
      (/** @type {string} */ words, /** @type {any} */ { path }) =>
        words.replace(new RegExp(`\\b${path.replace(".", "\\.")}\\b`), `“${text(`tournament.field-${keyOf(path)}`)}”`),
      about,
    );
  }

  /** @param {any} held @param {boolean} draft */
  top(held, draft) {
    const title = field(text("tournament.ask-title"), {
      name: "title",
      value: held.title ?? "",
      disabled: !draft,
      maxlength: "80",
    });
    this.reads.set("title", () => title.input.value.trim());
    const wheels = this.book.wheels.map((/** @type {string} */ wheel) => [wheel, text(`tournament.wheel-${wheel}`)]);
    const wheel = wheels.length
      ? choice(text("tournament.ask-wheel"), wheels, { name: "wheel", disabled: !draft }, held.wheel || "single")
      : null;
    if (wheel) this.reads.set("wheel", () => wheel.input.value);
    const approval = this.book.approval
      ? field(`${text("tournament.ask-approval")} (${this.book.approval})`, {
          name: "approval",
          value: held.approval ?? "",
          disabled: !draft,
          class: "long",
        })
      : null;
    if (approval) this.reads.set("approval", () => approval.input.value.trim());
    return element(
      "fieldset",
      {},
      element("legend", { text: text("tournament.what-it-is") }),
      element("div", { class: "fields" }, title.label, wheel?.label, approval?.label),
    );
  }

  /**
   * @param {any} item
   * @param {any} held
   * @param {any[]} lacks
   * @param {boolean} draft
   */
  item(item, held, lacks, draft) {
    const lacking = lacks.filter((each) => item.clause && each.clause === item.clause);
    const legend = item.clause
      ? element("legend", {}, element("b", { text: item.clause }), ` ${item.about}`)
      : element("legend", { text: text("tournament.carried-out") });
    const fields = item.fields.map((/** @type {any} */ one) => {
      const node = this.field(one, valueAt(held, one.path), draft);
      node?.setAttribute("data-path", one.path);
      return node;
    });
    if (!fields.length) return null;
    const set = element(
      "fieldset",
      { class: lacking.length ? "lacking" : "", "data-clause": item.clause },
      legend,
      element("div", { class: "fields" }, ...fields),
    );
    return item.clause
      ? set
      : element("details", { class: "carried" }, element("summary", { text: text("tournament.carried-out") }), set);
  }

  /**
   * @param {any} one
   * @param {any} value
   * @param {boolean} draft
   */
  field({ path, kind, options }, value, draft) {
    const label = text(`tournament.field-${keyOf(path)}`);
    if (kind in ROWS) return this.rows(path, value ?? [], draft, true, kind);
    if (kind === "flag" || kind === "choice") {
      const words =
        kind === "flag"
          ? [
              ["yes", text("tournament.yes")],
              ["no", text("tournament.no")],
            ]
          : options.map((/** @type {string} */ each) => [each, text(`tournament.option-${each}`)]);
      const chosen = kind === "flag" ? (value === undefined ? "" : value ? "yes" : "no") : (value ?? "");
      const { input, label: node } = choice(
        label,
        [["", text("tournament.not-said")], ...words],
        { name: path, disabled: !draft },
        chosen,
      );
      this.reads.set(path, () =>
        kind === "flag" ? { yes: true, no: false }[/** @type {"yes"} */ (input.value)] : input.value || undefined,
      );
      return node;
    }
    const shown = kind === "shares" ? (value ?? []).join(", ") : String(value ?? "");
    const { input, label: node } = field(label, {
      name: path,
      value: shown,
      disabled: !draft,
      class: kind === "text" ? "long" : "",
      maxlength: "2000",
      inputmode: kind === "text" || kind === "shares" ? "text" : kind === "money" ? "decimal" : "numeric",
    });
    this.reads.set(path, () => readField(kind, input.value));
    return node;
  }

  /**
   * A list with a row for each: sessions, changes of limits, chips, rules that are changed.
   * @param {string} path
   * @param {any[]} values
   * @param {boolean} draft
   * @param {boolean} wanted
   */
  rows(path, values, draft, wanted, kind = path) {
    if (!wanted) return null;
    const names = ROWS[/** @type {"sessions"} */ (kind)];
    const place = element("div", { class: "rows" });
    const add = (/** @type {any} */ value = {}) => {
      const fields = names.map((name) => rowField(kind, name, value[name], draft));
      const row = element(
        "div",
        { class: "line" },
        ...fields.map((each) => each.label),
        draft ? button(text("tournament.remove"), () => row.remove()) : null,
      );
      row.read = () =>
        Object.fromEntries(fields.map((each) => [each.name, each.read()]).filter(([, given]) => given !== undefined));
      place.append(row);
    };
    values.forEach(add);
    this.reads.set(path, () => [...place.children].map((/** @type {any} */ row) => row.read()));
    const title =
      kind === "override"
        ? `${text("tournament.rows-override")} (${this.book.overrides})`
        : text(`tournament.rows-${kind}`);
    return element(
      "fieldset",
      { class: "list", "data-rows": kind },
      element("legend", { text: title }),
      place,
      draft ? button(text(`tournament.add-${kind}`), () => add()) : null,
    );
  }

  /** @param {any} held @param {boolean} draft */
  more(held, draft) {
    const shown = Object.entries(held.more ?? {})
      .map(([name, words]) => `${name}: ${words}`)
      .join("\n");
    const input = element("textarea", { name: "more", rows: "3", disabled: !draft, text: shown });
    this.reads.set("more", () => {
      const lines = input.value.split("\n").filter((/** @type {string} */ line) => line.trim());
      return Object.fromEntries(
        lines.map((/** @type {string} */ line, /** @type {number} */ at) => {
          const [name, ...words] = line.split(":");
          return words.length ? [name.trim(), words.join(":").trim()] : [String(at + 1), line.trim()];
        }),
      );
    });
    return element(
      "fieldset",
      {},
      element("legend", { text: text("tournament.more") }),
      element("label", {}, element("span", { text: text("tournament.more-about") }), input),
    );
  }

  /** The document as the form says it. */
  document() {
    /** @type {any} */
    const made = { tournament: this.book.book };
    for (const [path, read] of this.reads) {
      const value = read();
      if (value === undefined || value === "") continue;
      if (Array.isArray(value) && !value.length && path !== "structure.sessions") continue;
      if (path === "more" && !Object.keys(value).length) continue;
      const [part, name] = path.split(".");
      if (name) {
        made[part] ??= {};
        made[part][name] = value;
      } else made[part] = value;
    }
    return made;
  }

  save() {
    return this.watched.send({ type: "revise-conditions", document: this.document() });
  }
}

/** @param {string} kind @param {string} typed */
function readField(kind, typed) {
  const plain = typed.trim();
  if (!plain) return undefined;
  if (kind === "shares")
    return plain
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((part) => asNumber(part));
  if (kind === "count" || kind === "number") return asNumber(plain);
  return plain;
}

// What is no number stays as it was typed: the desk says what is wrong with it, at its clause.
function asNumber(/** @type {string} */ typed) {
  try {
    return whole(typed);
  } catch {
    return typed;
  }
}

/**
 * @param {string} kind
 * @param {string} name
 * @param {any} value
 * @param {boolean} draft
 */
function rowField(kind, name, value, draft) {
  const label = text(`tournament.row-${kind}-${name}`);
  if (OF_ROWS[name] === "flag") {
    const { input, label: node } = choice(
      label,
      [
        ["", text("tournament.no")],
        ["yes", text("tournament.yes")],
      ],
      { disabled: !draft, "data-name": name },
      value ? "yes" : "",
    );
    return { name, label: node, read: () => (input.value ? true : undefined) };
  }
  const { input, label: node } = field(label, {
    value: value ?? "",
    disabled: !draft,
    size: OF_ROWS[name] ? "16" : "6",
    "data-name": name,
  });
  return {
    name,
    label: node,
    read: () => (input.value.trim() ? (OF_ROWS[name] ? input.value.trim() : asNumber(input.value)) : undefined),
  };
}
