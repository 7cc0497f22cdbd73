// Is anybody at this screen? What it asks by itself while nobody is keeps no session alive.

const LATELY_MS = 60_000;
let touched = -Infinity;

for (const kind of ["pointerdown", "keydown", "wheel"]) {
  globalThis.addEventListener?.(
    kind,
    () => {
      touched = performance.now();
    },
    { capture: true, passive: true },
  );
}

export const attended = () => performance.now() - touched < LATELY_MS;
