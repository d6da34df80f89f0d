import { createHash } from "node:crypto";
import type { Counters } from "./window";

const MAX_KEYS = 50_000;
const SHARED_COUNTERS = 1_024;

/**
 * Counters in this process's memory. All windows end together, so the previous window's counters are dropped at once.
 * Beyond `maxKeys` keys in one window further keys share counters, which bounds memory and still limits every key.
 */
export function inProcessCounters(maxKeys = MAX_KEYS): Counters & { size(): number } {
  const counts = new Map<string, number>();
  let currentEnds = 0;

  function slotOf(key: string, ends: number): string {
    if (ends > currentEnds) {
      counts.clear();
      currentEnds = ends;
    }
    if (counts.has(key) || counts.size < maxKeys) return key;
    return `shared ${createHash("sha256").update(key).digest().readUInt16BE() % SHARED_COUNTERS}`;
  }

  return {
    add(key, amount, ends) {
      const slot = slotOf(key, ends);
      const count = (counts.get(slot) ?? 0) + amount;
      counts.set(slot, count);
      return count;
    },
    read: (key, ends) => counts.get(slotOf(key, ends)) ?? 0,
    clear: (key) => void counts.delete(slotOf(key, currentEnds)),
    size: () => counts.size,
  };
}
