// What was announced and has not happened yet, counted down by the server's clock; and what holds for this player only.

import { sayLimit, sayOwn } from "./money.js";
import { element } from "./page.js";

export function span(microseconds) {
  const seconds = Math.max(0, Math.ceil(microseconds / 1e6));
  const minutes = Math.floor(seconds / 60);
  return minutes ? `${minutes}:${String(seconds % 60).padStart(2, "0")}` : `${seconds} s`;
}

// Sentences, the most pressing first.
export function notices(view, mine, card, now) {
  const found = [];
  const titleOf = (wager) => card[wager]?.title ?? Object.values(card).find((spot) => spot.wager === wager)?.title ?? wager;
  if (view.closing) found.push({ kind: "closing", text: now < view.closing ? `Table closes in ${span(view.closing - now)}` : "Table closes after this round" });
  const signs = Object.entries(view.announced ?? {});
  const [wager, [limit, effective] = []] = signs[0] ?? [];
  if (wager) {
    const what = signs.length === 1 ? `${titleOf(wager)} ${sayLimit(limit)}` : `New limits for ${signs.length} wagers`;
    found.push({ kind: "limits", text: now < effective ? `${what} in ${span(effective - now)}` : `${what} from the next round` });
  }
  if (mine?.needs_card && !mine.card) found.push({ kind: "card", text: "Put your player card in: Money" });
  if (mine?.personal) found.push({ kind: "personal", text: `Your own limits: ${sayOwn(mine.personal, titleOf)}` });
  if (mine?.warned) found.push({ kind: "warned", text: "Warned: wagers under the minimum go back" });
  return found;
}

export function showNotices(place, list) {
  const shown = list.map(({ text }) => text).join("|");
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(...list.map(({ kind, text }) => element("li", { class: kind, text })));
}
