const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "touchstart", "wheel"] as const;

const waiting = new Set<() => void>();
let used = false;

/**
 * Runs something once, when the reader first moves, touches or types; at once if they already have.
 * @returns a function after which it does not run any more
 */
export function whenUsed(run: () => void): () => void {
  if (used) {
    run();
    return () => {};
  }
  waiting.add(run);
  return () => void waiting.delete(run);
}

function onUse() {
  used = true;
  for (const sign of SIGNS_OF_USE) window.removeEventListener(sign, onUse, true);
  for (const run of waiting) run();
  waiting.clear();
}

if (typeof window !== "undefined")
  for (const sign of SIGNS_OF_USE) window.addEventListener(sign, onUse, { capture: true, passive: true });
