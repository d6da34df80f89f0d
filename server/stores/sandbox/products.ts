import type { StoredEvent } from "@/server/stores/sandbox/events";
import { openJournal } from "@/server/stores/sandbox/journal";

export type SandboxVariant = {
  readonly ref: string;
  readonly price: bigint;
  readonly currency: string;
  readonly marker: string | null;
  readonly updatedAt: string;
};

export type PriceWrite = {
  readonly price: bigint;
  readonly currency: string;
  readonly marker: string | null;
  /** The catalog's price in `currency`; an unknown variant is created at this price. */
  readonly mirror: bigint | null;
};

export type PriceOutcome =
  | { readonly outcome: "set"; readonly variant: SandboxVariant }
  | { readonly outcome: "not_found" }
  | { readonly outcome: "currency_mismatch"; readonly currency: string };

/** One workspace's variants and prices; every function resolves after its change is on the disk. */
export type SandboxProducts = {
  readonly find: (ref: string) => SandboxVariant | null;
  /** Lists variants after a reference, in the order of references. */
  readonly list: (after: string | null, since: string | null, limit: number) => readonly SandboxVariant[];
  /** Returns the variant, and creates it at the catalog's price if it is unknown. */
  readonly mirror: (ref: string, price: bigint, currency: string) => Promise<SandboxVariant>;
  readonly setPrice: (ref: string, write: PriceWrite) => Promise<PriceOutcome>;
  /** Lists every price written to the store, oldest first, without the mirrored initial prices. */
  readonly log: (afterSeq: number, limit: number) => readonly StoredEvent[];
  readonly close: () => Promise<void>;
};

/** Opens a workspace's products from their journal; creates the journal if it is missing. */
export async function openProducts(path: string, now: () => Date): Promise<SandboxProducts> {
  const journal = await openJournal(path);
  const variants = new Map<string, SandboxVariant>();
  const written: StoredEvent[] = [];
  let seq = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const apply = (event: StoredEvent): SandboxVariant => {
    const { ref, price, currency, marker } = event;
    const variant = { ref, price, currency, marker, updatedAt: event.at };
    variants.set(ref, variant);
    if (event.type === "priced") written.push(event);
    seq = event.seq;
    return variant;
  };
  for (const event of journal.events) apply(event);

  /** Runs changes one after the other, so that each is based on the result of the one before. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = queue.then(change);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const event = (fields: Omit<StoredEvent, "seq" | "at">, offset = 1): StoredEvent => ({
    ...fields,
    seq: seq + offset,
    at: now().toISOString(),
  });

  return {
    find: (ref) => variants.get(ref) ?? null,
    list: (after, since, limit) =>
      [...variants.values()]
        .filter(
          ({ ref, updatedAt }) => (after === null || ref > after) && (since === null || updatedAt >= since),
        )
        .sort((a, b) => (a.ref < b.ref ? -1 : 1))
        .slice(0, limit),
    mirror: (ref, price, currency) =>
      inTurn(async () => {
        const known = variants.get(ref);
        if (known) return known;
        const created = event({ type: "mirrored", ref, price, currency, marker: null });
        await journal.append([created]);
        return apply(created);
      }),
    setPrice: (ref, { price, currency, marker, mirror }) =>
      inTurn(async () => {
        const known = variants.get(ref);
        if (!known && mirror === null) return { outcome: "not_found" };
        if (known && known.currency !== currency) {
          return { outcome: "currency_mismatch", currency: known.currency };
        }
        const start =
          known || mirror === null
            ? []
            : [event({ type: "mirrored", ref, price: mirror, currency, marker: null })];
        const priced = event({ type: "priced", ref, price, currency, marker }, start.length + 1);
        await journal.append([...start, priced]);
        start.forEach(apply);
        return { outcome: "set", variant: apply(priced) };
      }),
    log: (afterSeq, limit) => written.filter((entry) => entry.seq > afterSeq).slice(0, limit),
    close: () => inTurn(() => journal.close()),
  };
}
