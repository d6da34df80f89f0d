import { keyOf } from "./explore";
import { type Bounds, type Hidden, type Label, movesOf } from "./moves";
import { begin, type State } from "./state";

/** One thing that was seen of a write-back, and what may have happened unseen before it. */
export interface Seen {
  readonly label: Label;
  /** Whether the lease may be over by then, and the quarantine. */
  readonly mayExpire: boolean;
  readonly maySettle: boolean;
}

/** As many as a trace can have; only the exploration is bounded. */
const UNBOUNDED = { workers: 6, edits: 100, sends: 100 };
const ALWAYS: ReadonlySet<string> = new Set<Hidden>(["die", "lose", "refuse", "find", "notice"]);

/** The prices in the store that a trace may begin with. */
export type Beginnings = readonly Parameters<typeof begin>[0][];
const EITHER: Beginnings = ["expected", "other"];

/**
 * Follows a trace through the model.
 * @param rules what the store does
 * @param beginnings what the store may hold before the trace
 * @returns the index of the first event that no state of the model allows; null if all are
 */
export function rejectedAt(
  trace: readonly Seen[],
  rules: Pick<Bounds, "completes" | "notices">,
  beginnings: Beginnings = EITHER,
): number | null {
  const bounds: Bounds = { ...UNBOUNDED, ...rules };
  let states: State[] = beginnings.map(begin);
  for (const [at, seen] of trace.entries()) {
    const reached = new Map<string, State>();
    for (const state of unseenFrom(states, seen, bounds))
      for (const { label, to } of movesOf(state, bounds))
        if (label === seen.label) reached.set(keyOf(to), to);
    if (reached.size === 0) return at;
    states = [...reached.values()];
  }
  return null;
}

/** The states that are reached by what nobody sees. */
function unseenFrom(states: readonly State[], { mayExpire, maySettle }: Seen, bounds: Bounds): State[] {
  const known = new Map(states.map((state) => [keyOf(state), state]));
  const waiting = [...known.values()];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop())
    for (const { label, to } of movesOf(state, bounds)) {
      const may = ALWAYS.has(label) || (label === "expire" && mayExpire) || (label === "settle" && maySettle);
      if (!may || known.has(keyOf(to))) continue;
      known.set(keyOf(to), to);
      waiting.push(to);
    }
  return [...known.values()];
}
