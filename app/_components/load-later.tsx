import { type ComponentType, lazy, Suspense } from "react";

const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "touchstart", "wheel"] as const;

/**
 * Returns a component whose code is not part of the page's first load: it is loaded when the reader first moves, touches or
 * types, so that it is there when it is needed, also if the service does not answer then. Nothing is drawn until it
 * has arrived.
 * @param load imports the component
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  // A failure is of no interest here; what needs the component tries again.
  const ahead = () => void load().catch(() => undefined);
  if (typeof window !== "undefined") whenUsed(ahead);
  return function LoadedLater(props: Props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

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

const waiting = new Set<() => void>();
let used = false;

function onUse() {
  used = true;
  for (const sign of SIGNS_OF_USE) window.removeEventListener(sign, onUse, true);
  for (const run of waiting) run();
  waiting.clear();
}

if (typeof window !== "undefined")
  for (const sign of SIGNS_OF_USE) window.addEventListener(sign, onUse, { capture: true, passive: true });
