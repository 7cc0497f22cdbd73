// A very small test register: `check(name, got, wanted)` compares as JSON.

const told = { checked: 0, failed: [] };

export function check(name, got, wanted) {
  told.checked += 1;
  const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (a !== b) told.failed.push(`${name}: ${a} is not ${b}`);
}

export const results = () => told;
