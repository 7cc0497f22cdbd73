// How often each total or number came in the results on the display.

/** @param {any} history */
export function countResults(history) {
  const counts = new Map();
  for (const { result, reversed } of history) {
    if (reversed) continue;
    const name = Array.isArray(result) ? result[0] + result[1] : result;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/**
 * The numbers that came most, and those of the wheel that have not come at all.
 * @param {any} counts
 * @param {any} order
 */
export function hotAndCold(counts, order, most = 4) {
  const hot = [...counts]
    .filter(([, times]) => times > 1)
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([number]) => number);
  const cold = order.filter((/** @type {any} */ number) => !counts.has(number)).length;
  return { hot, cold };
}
