/** The seconds that some faults are told, when nobody says: longer than the service waits for a store by default. */
const USUAL_SECONDS = 15;

/**
 * What the sandbox store can do wrong on request, in the order in which people read it.
 * - `meets`: the call that meets it. A `look` is the read of a price before it is written; a `write` is the writing.
 * - `seconds`: its default for a fault that has a duration; null for one that has none.
 * - `happens`, `expect`: what the store does, and what should be seen then.
 */
export const REHEARSED_FAULTS = {
  late: {
    title: "Answers late",
    meets: "write",
    seconds: USUAL_SECONDS,
    happens: "The store takes the price and answers only after that many seconds.",
    expect:
      "If that is longer than we wait, the write is in doubt for a moment. Then we read the store, find the price, and report it as applied. The store's log has it once.",
  },
  lost_answer: {
    title: "Loses its answer",
    meets: "write",
    seconds: null,
    happens: "The store takes the price, and the connection breaks before it answers.",
    expect:
      "We do not send again. We read the store, find the price, and report it as applied. The store's log has it once.",
  },
  throttled: {
    title: "Asks to slow down",
    meets: "write",
    seconds: USUAL_SECONDS,
    happens: "The store refuses the price with 429 and says after how many seconds to come back.",
    expect: "The write waits for that long and is then sent. The store's log has it once.",
  },
  edited_meanwhile: {
    title: "Somebody edits the price first",
    meets: "look",
    seconds: null,
    happens: "After the approval and before we look, a person in the shop raises the price by a tenth.",
    expect: "A conflict: nothing is sent, the person's price stays, and an alert says so.",
  },
  edited_at_write: {
    title: "Somebody edits the price at the same moment",
    meets: "write",
    seconds: null,
    happens: "In the milliseconds between our look and our write, a person raises the price by a tenth.",
    expect:
      "The approved price is written over the person's. No store lets a client close this gap; the store's log shows both prices.",
  },
  marker_then_crash: {
    title: "Crashes half-way",
    meets: "write",
    seconds: null,
    happens: "The store keeps our write key and breaks off before it stores the price.",
    expect:
      "The write is in doubt for about a minute. Then it is completed under the same key, and the store's log has the price once.",
  },
} as const satisfies Readonly<Record<string, FaultText>>;

interface FaultText {
  readonly title: string;
  readonly meets: StoreCallKind;
  readonly seconds: number | null;
  readonly happens: string;
  readonly expect: string;
}

/** The calls of a write-back: the read before it, and the write itself. */
export type StoreCallKind = "look" | "write";

export type RehearsedFault = keyof typeof REHEARSED_FAULTS;
export const FAULTS = Object.keys(REHEARSED_FAULTS) as [RehearsedFault, ...RehearsedFault[]];

/** Returns the faults that a call of a kind can meet. */
export const faultsMetBy = (call: StoreCallKind): readonly RehearsedFault[] =>
  FAULTS.filter((fault) => REHEARSED_FAULTS[fault].meets === call);

export const MAX_TIMES = 1_000;
export const MAX_SECONDS = 60;

/** A fault that one call meets, with the seconds that it was told; null for one without. */
export interface MetFault {
  readonly fault: RehearsedFault;
  readonly seconds: number | null;
}

/** Returns the price that a person who edits it meanwhile sets: a tenth more, at least one minor unit. */
export const editedPrice = (minor: bigint): bigint => minor + (minor >= 10n ? minor / 10n : 1n);
