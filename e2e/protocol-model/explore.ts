import { type Bounds, movesOf } from "./moves";
import { begin, type State, wrongIn } from "./state";

/** What an exploration found: the number of states, of moves between them, and the ways to what is wrong. */
export interface Explored {
  readonly states: number;
  readonly moves: number;
  readonly wrong: readonly string[];
}

const MOST_WRONG = 5;

/** Visits every state that the protocol can reach within the bounds, breadth first. */
export function explore(bounds: Bounds): Explored {
  const first = [begin("expected"), begin("other")];
  const way = new Map(first.map((state) => [keyOf(state), begunBy(state)]));
  const wrong: string[] = [];
  let frontier: State[] = first;
  let moves = 0;
  while (frontier.length > 0 && wrong.length < MOST_WRONG) {
    const next: State[] = [];
    for (const state of frontier) {
      const path = way.get(keyOf(state)) ?? "";
      for (const { label, to } of movesOf(state, bounds)) {
        moves += 1;
        const key = keyOf(to);
        if (way.has(key)) continue;
        way.set(key, `${path}, ${label}`);
        const problem = wrongIn(to);
        if (problem === null) next.push(to);
        else wrong.push(`${problem}: ${path}, ${label}`);
      }
    }
    frontier = next;
  }
  return { states: way.size, moves, wrong };
}

const begunBy = ({ price }: State): string => `the store has the ${price} price`;

/** A text that is the same for the same state; workers are told apart by nothing but what they know. */
export const keyOf = (state: State): string =>
  JSON.stringify({ ...state, workers: state.workers.map((worker) => JSON.stringify(worker)).sort() });
