import { canonical, type Reading, type State, type Worker } from "./state";

/** What an observer of database, network and store sees. */
export type Label =
  | "lease"
  | "read"
  | "commit"
  | "send"
  | "arrive"
  | "arrive in part"
  | "edit"
  | "pause sent"
  | "pause unsent"
  | "end applied"
  | "end conflict"
  | "end failed";
/**
 * What nobody sees: a death, the end of a lease, the end of the quarantine, a lost or refused request, a sync's look, a
 * shop that notices the end of a sale.
 */
export type Hidden = "die" | "expire" | "settle" | "lose" | "refuse" | "find" | "notice";

export interface Move {
  readonly label: Label | Hidden;
  readonly to: State;
}

/** What a store's connector declares, and how far the exploration goes. */
export interface Bounds {
  readonly completes: boolean;
  /**
   * Whether a sale had ended whose shop notices that only now, and charges the price that it then has. Traces alone may
   * show it: a shop that notices after a conflict was told completes a write that nobody reads any more.
   */
  readonly notices?: boolean;
  readonly workers: number;
  readonly edits: number;
  readonly sends: number;
  /** A guard that the model leaves out, to see that it is needed. */
  readonly without?: "quarantine" | "price-fields" | "comparison";
}

/** Every move of the protocol and of the world around it. */
export const movesOf = (state: State, bounds: Bounds): Move[] =>
  [
    ...movesOfWorkers(state, bounds),
    ...movesOfStore(state, bounds),
    ...movesOfTime(state),
    // A worker that lost its lease may still read, and some connectors look once more before they write.
    { label: "read", to: state } as const,
  ].map(({ label, to }) => ({ label, to: canonical(to) }));

function movesOfWorkers(state: State, bounds: Bounds): Move[] {
  const { status, leased, workers, fence, sent } = state;
  const moves: Move[] = [];
  if (status === "open" && !leased && workers.length < bounds.workers) {
    const worker: Worker = {
      fence: fence + 1,
      stage: "leased",
      wasSent: sent !== "no",
      reading: null,
      answer: "none",
    };
    moves.push({
      label: "lease",
      to: { ...state, fence: fence + 1, leased: true, workers: [...workers, worker] },
    });
  }
  if (status === "open" && sent === "no") moves.push({ label: "end failed", to: ended(state, "failed") });
  if (status === "open" && state.found) moves.push({ label: "end applied", to: ended(state, "applied") });
  for (const [at, worker] of workers.entries()) moves.push(...movesOfWorker(state, at, worker, bounds));
  return moves;
}

function movesOfWorker(state: State, at: number, worker: Worker, bounds: Bounds): Move[] {
  const { stage, reading, fence } = worker;
  const isCurrent = state.status === "open" && state.fence === fence;
  const next = reading && nextOf(worker, reading, bounds);
  const becomes = (change: Partial<Worker>): State => ({
    ...state,
    workers: state.workers.with(at, { ...worker, ...change }),
  });
  const gone: State = { ...state, workers: state.workers.toSpliced(at, 1) };
  const moves: Move[] = [{ label: "die", to: gone }];
  if (stage !== "committed") moves.push({ label: "read", to: becomes({ reading: readingOf(state) }) });
  if (stage === "committed")
    moves.push({
      label: "send",
      to: {
        ...becomes({ stage: "sent", reading: null }),
        flight: [...state.flight, { fence, edits: reading?.edits ?? 0 }],
      },
    });
  const flight = state.flight.filter((request) => request.fence !== fence);
  if (flight.length < state.flight.length)
    moves.push({ label: "refuse", to: { ...becomes({ answer: "refused" }), flight } });
  if (!isCurrent) return moves;
  if (stage === "leased" && next === "send" && state.sends < bounds.sends)
    moves.push({
      label: "commit",
      to: { ...becomes({ stage: "committed" }), sent: "fresh", sends: state.sends + 1, leased: true },
    });
  if (next === "applied") moves.push({ label: "end applied", to: ended(gone, "applied") });
  if (stage === "leased" && next === "conflict")
    moves.push({ label: "end conflict", to: ended(gone, "conflict") });
  // The store has answered, and shows a price of somebody else.
  if (stage === "sent" && worker.answer === "done" && reading && !reading.own)
    moves.push({ label: "end conflict", to: ended(gone, "conflict") });
  const released = { ...gone, leased: false };
  if (state.sent !== "no") moves.push({ label: "pause sent", to: released });
  // A request that certainly was not carried out leaves the row as before its send was recorded.
  const notCarriedOut = stage === "committed" || worker.answer === "refused";
  if (worker.wasSent) {
    if (notCarriedOut) moves.push({ label: "pause sent", to: { ...released, sent: "settled" } });
  } else if (notCarriedOut || stage === "leased")
    moves.push({ label: "pause unsent", to: { ...released, sent: "no" } });
  return moves;
}

const readingOf = ({ price, charged, own, edits, sent }: State): Reading => ({
  price,
  charged,
  own,
  edits,
  settled: sent !== "fresh",
});

/** The decision over a reading, as docs/write-back.md states it. */
function nextOf(
  { wasSent }: Worker,
  { price, charged, own, settled }: Reading,
  { completes, without }: Bounds,
): "applied" | "send" | "conflict" | "wait" {
  const isWhole = price === charged;
  if (own && ((price === "target" && isWhole) || without === "price-fields")) return "applied";
  if (wasSent && !settled && without !== "quarantine") return "wait";
  if (own) return completes && charged === "expected" && price !== "other" ? "send" : "conflict";
  if (price === "expected" || without === "comparison") return "send";
  return !wasSent && price === "target" && isWhole ? "applied" : "conflict";
}

const ended = (state: State, status: State["status"]): State => ({
  ...state,
  status,
  leased: false,
  fence: state.fence + 1,
});

function movesOfStore(state: State, bounds: Bounds): Move[] {
  const { flight, edits, human, effects, charged, own, price } = state;
  const moves: Move[] = [];
  for (const [at, request] of flight.entries()) {
    const rest = { ...state, flight: flight.toSpliced(at, 1), own: true };
    const changes = charged !== "target" || !own;
    moves.push({
      label: "arrive",
      to: {
        ...rest,
        price: "target",
        charged: "target",
        human: false,
        effects: effects + Number(changes),
        overwritten: state.overwritten || (human && request.edits >= edits),
        workers: state.workers.map((worker) =>
          worker.fence === request.fence ? { ...worker, answer: "done", reading: null } : worker,
        ),
      },
    });
    moves.push(
      { label: "arrive in part", to: rest },
      { label: "arrive in part", to: { ...rest, price: "target" } },
    );
    moves.push({ label: "lose", to: { ...state, flight: rest.flight } });
  }
  if (edits < bounds.edits)
    for (const keeps of own ? [true, false] : [false])
      moves.push({
        label: "edit",
        to: { ...state, price: "other", charged: "other", human: true, edits: edits + 1, own: keeps },
      });
  if (bounds.notices && own && price === "target" && charged === "expected")
    moves.push({ label: "notice", to: { ...state, charged: price, effects: effects + 1 } });
  if (!state.found && own && price === "target" && charged === "target")
    moves.push({ label: "find", to: { ...state, found: true } });
  return moves;
}

/** A worker that recorded its send does not send any more when the time-out is over, long before the quarantine. */
function movesOfTime(state: State): Move[] {
  const moves: Move[] = [];
  if (state.leased) moves.push({ label: "expire", to: { ...state, leased: false } });
  if (state.sent === "fresh")
    moves.push({
      label: "settle",
      to: {
        ...state,
        sent: "settled",
        flight: [],
        workers: state.workers.filter(({ stage }) => stage !== "committed"),
      },
    });
  return moves;
}
