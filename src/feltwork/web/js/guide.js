// What to take and what to pay, seat by seat, losing wagers first.

import { money, spotKey } from "./money.js";
import { element } from "./page.js";

export function guideOf(place, seats, card) {
  const title = element("h2", { text: "Take and pay" });
  if (!seats?.length) {
    place.replaceChildren(title, element("p", { class: "quiet", text: "After each result this shows what to take and pay, seat by seat." }));
    return;
  }
  place.replaceChildren(title, ...seats.map((seat) => element("section", { class: "guided", tabindex: "0" },
    element("h3", {}, element("b", { text: `Seat ${seat.seat}` }),
      seat.take ? element("span", { class: "take", text: `take ${money(seat.take)}` }) : null,
      seat.pay ? element("span", { class: "pay", text: `pay ${money(seat.pay)}` }) : null,
      seat.return ? element("span", { class: "give", text: `give back ${money(seat.return)}` }) : null),
    element("ul", {}, ...seat.lines.map((line) => element("li", {},
      element("span", { text: card[spotKey(line.wager, line.on)]?.name ?? line.wager }),
      element("span", { class: "money", text: line.winnings ? `${money(line.stake)} pays ${money(line.winnings)}` : `${money(line.stake)} ${line.result}` }),
      element("span", { class: "clause", text: line.clause })))))));
}
