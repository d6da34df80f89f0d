import { type Change, createChangeCollector } from "@/server/domain/changes/change";

/** Passes changes on at once, and those that follow within `ms` together. */
export function collectChanges(
  ms: number,
  passOn: (changes: readonly Change[]) => void,
): { readonly add: (changes: readonly Change[]) => void; readonly close: () => void } {
  const collector = createChangeCollector();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const send = (): void => {
    const changes = collector.take();
    timer = changes.length === 0 ? null : setTimeout(send, ms);
    if (changes.length > 0) passOn(changes);
  };
  return {
    add: (changes) => {
      for (const change of changes) collector.add(change);
      if (timer === null) send();
    },
    close: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
