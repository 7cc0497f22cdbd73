// Small helpers that every page uses: elements without inline handlers, announcements, requests.

export function element(tag, { text, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  if (text !== undefined) made.textContent = text;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const find = (selector) => document.querySelector(selector);

export async function get(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (answer.status === 401) location.assign("/signin");
  return answer.json();
}

export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({ why: "the answer could not be read" }));
  return answer.ok ? told : { why: "that did not work", ...told };
}

// A sentence at the foot of the screen, read out too; a refusal stays longer than good news.
export function announce(sentence, { clause = "", bad = false } = {}) {
  let place = find("#announcements");
  if (!place) {
    place = element("div", { id: "announcements", role: "status", "aria-live": "polite" });
  }
  const home = document.querySelector("dialog[open]") ?? document.body; // a sheet lies over all of the page
  if (place.parentNode !== home) home.append(place);
  const note = element("p", { class: bad ? "note bad" : "note", text: sentence });
  if (clause) note.append(element("span", { class: "clause", text: ` (${clause})` }));
  place.replaceChildren(note);
  clearTimeout(place.timer);
  place.timer = setTimeout(() => note.remove(), bad ? 7000 : 3000);
}

export async function signOut() {
  await post("/signout", {});
  location.assign("/signin");
}
