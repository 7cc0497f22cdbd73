import { element, find, post, sentence } from "../common/page.js";

// A terminal of the floor starts at /signin#KEY: what follows the # stays in the browser until it is posted.
const key = location.hash.slice(1);
if (key) {
  const told = await post("/enrol", { key });
  if (told.go) location.replace(told.go);
  else find("#why").textContent = sentence(told.why);
}

find("#signin").addEventListener("submit", async (/** @type {any} */ event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const told = await post("/signin", {
    person: form.get("person"),
    password: form.get("password"),
    table: form.get("table") || null,
    code: String(form.get("code")).trim(),
  });
  if (told.go) location.assign(told.go);
  else find("#why").textContent = sentence(told.why);
  find("#why").className = told.code && find("#code").hidden ? "" : "bad"; // a code that was not asked for yet is not wrong
  if (told.code) {
    find("#code").hidden = false;
    find("#code input").select();
  }
  if (told.tables) {
    find("#tables").replaceChildren(
      ...told.tables.map((/** @type {string} */ name) => element("option", { value: name })),
    );
    find("#signin [name=table]").focus();
  }
});
