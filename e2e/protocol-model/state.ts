/** The price that the approval expects in the store, the one it wants there, or any other. */
export type Price = "expected" | "target" | "other";
export type Status = "open" | "applied" | "conflict" | "failed";

/** What a worker has read: the regular price, what the cart charges, and whether our write key stands beside it. */
export interface Reading {
  readonly price: Price;
  readonly charged: Price;
  readonly own: boolean;
  /** The number of the merchant's edits until then. */
  readonly edits: number;
  /** Whether no request of an earlier send could be on its way any more. */
  readonly settled: boolean;
}

/** A worker that holds the write-back, or still believes so. */
export interface Worker {
  readonly fence: number;
  readonly stage: "leased" | "committed" | "sent";
  /** Whether anything had been sent when it took the lease. */
  readonly wasSent: boolean;
  readonly reading: Reading | null;
  /** What it knows of its request: nothing, that the store has carried it out, or that it certainly did not. */
  readonly answer: "none" | "done" | "refused";
}

/** A request on its way: its worker's fence, and how many edits that worker knew. */
export interface Request {
  readonly fence: number;
  readonly edits: number;
}

/** A write-back, its variant in the store, the requests on their way, and its workers. */
export interface State {
  readonly status: Status;
  readonly fence: number;
  readonly leased: boolean;
  /** Nothing was sent; a request may be on its way; or every request has arrived or never will. */
  readonly sent: "no" | "fresh" | "settled";
  readonly sends: number;
  readonly price: Price;
  readonly charged: Price;
  readonly own: boolean;
  /** Whether the present price is one that a person set. */
  readonly human: boolean;
  readonly edits: number;
  readonly flight: readonly Request[];
  readonly workers: readonly Worker[];
  /** How often our write changed what shoppers pay. */
  readonly effects: number;
  /** Whether a write followed an edit that its worker knew. */
  readonly overwritten: boolean;
  /** Whether a sync has found our key beside the price as intended. */
  readonly found: boolean;
}

/** A write-back that was just approved; the merchant may have edited the price before. */
export const begin = (price: "expected" | "other"): State => ({
  status: "open",
  fence: 0,
  leased: false,
  sent: "no",
  sends: 0,
  price,
  charged: price,
  own: false,
  human: price === "other",
  edits: price === "other" ? 1 : 0,
  flight: [],
  workers: [],
  effects: 0,
  overwritten: false,
  found: false,
});

/** Returns what is wrong in a state; null if nothing is. */
export function wrongIn(state: State): string | null {
  const { status, effects, overwritten, sends, human, flight } = state;
  if (effects > 1) return "a price was written twice";
  if (overwritten) return "an edit that was read was overwritten";
  if (status === "applied" && effects === 0 && sends > 0) return "a write that never arrived is applied";
  if (status === "conflict" && effects === 1 && !human) return "a write that arrived is a conflict";
  if (status === "conflict" && flight.length > 0) return "a conflict's request is on its way";
  return null;
}

/**
 * Returns the one state that stands for all that differ in nothing that matters: fences count from the newest, and a
 * worker that lost its lease is forgotten unless it may still send.
 */
export function canonical(state: State): State {
  const workers = state.workers.filter(({ fence, stage }) => fence === state.fence || stage === "committed");
  const fences = [...new Set(workers.map(({ fence }) => fence))]
    .filter((fence) => fence !== state.fence)
    .sort();
  const named = (fence: number): number =>
    fence === state.fence ? 0 : fences.indexOf(fence) - fences.length;
  const nobody = -fences.length - 1;
  const isKnown = (fence: number): boolean => workers.some((worker) => worker.fence === fence);
  return {
    ...state,
    fence: 0,
    workers: workers.map((worker) => ({ ...worker, fence: named(worker.fence) })),
    flight: state.flight.map(({ fence, edits }) => ({
      fence: isKnown(fence) ? named(fence) : nobody,
      edits,
    })),
  };
}
