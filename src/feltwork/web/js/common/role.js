// As whom this tab acts. A browser may be let in as several people at once, each with a cookie that no script sees; the tab
// keeps the id of its own role and names it with whatever it asks. The id is no secret: it opens nothing without the cookie.

const SHELF = "feltwork-role";
const HEADER = "feltwork-role";
const KNOWN = /^[0-9a-f]{16}$/;

export const role = () => sessionStorage.getItem(SHELF) ?? "";

/** @param {string} id */
export function takeRole(id) {
  if (KNOWN.test(id)) sessionStorage.setItem(SHELF, id);
}

export const leaveRole = () => sessionStorage.removeItem(SHELF);

const OUT = "feltwork-out";
const OWN = "own";

// Whoever signs out here knows it; a tab that was signed out from elsewhere is told so in the lobby.
export const leavesByItself = () => sessionStorage.setItem(OUT, OWN);

export function putOut() {
  if (sessionStorage.getItem(OUT) !== OWN) sessionStorage.setItem(OUT, "elsewhere");
}

/** Was this tab signed out from elsewhere? It is asked once. */
export function wasPutOut() {
  const told = sessionStorage.getItem(OUT);
  sessionStorage.removeItem(OUT);
  return Boolean(told) && told !== OWN;
}

/**
 * What names this tab's role, or another one of this browser, in a request.
 * @returns {Record<string, string>}
 */
export const asRole = (id = role()) => (id ? { [HEADER]: id } : {});

// What names it when a socket is opened, where no header can be set.
export const protocols = () => (role() ? ["feltwork", `${HEADER}.${role()}`] : []);

const [, arrived] = /^#role=([0-9a-f]{16})$/.exec(location.hash) ?? [];
if (arrived) {
  takeRole(arrived);
  history.replaceState(null, "", location.pathname + location.search);
}
// The page names the browser's roles that may open it. A tab that has none yet takes the newest; one whose own role may not
// open it, or is over, never becomes somebody else by itself: the lobby asks.
const open = document.documentElement.dataset.roles?.split(" ").filter(Boolean) ?? [];
if (open.length && !role()) takeRole(open[0]);
else if (open.length && !open.includes(role())) {
  leaveRole();
  location.replace("/");
}
