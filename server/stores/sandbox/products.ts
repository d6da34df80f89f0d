import type { StoredEvent } from "@/server/stores/sandbox/events";
import { openJournal } from "@/server/stores/sandbox/journal";
import type { PriceWrite, SandboxVariant, Shown } from "@/server/stores/sandbox/variant";
import { writeEvent } from "@/server/stores/sandbox/write-event";

export type PriceOutcome =
  | { readonly outcome: "set"; readonly variant: SandboxVariant }
  | { readonly outcome: "not_found" }
  | { readonly outcome: "currency_mismatch"; readonly currency: string };

/**
 * One workspace's variants and prices; every function resolves after its change is on the disk. `at` is the time that a
 * change is dated by.
 */
export type SandboxProducts = {
  readonly find: (ref: string) => SandboxVariant | null;
  /** Lists variants after a reference, in the order of references. */
  readonly list: (after: string | null, since: string | null, limit: number) => readonly SandboxVariant[];
  /** Returns the variant, and creates it at the catalog's price if it is unknown. */
  readonly mirror: (ref: string, price: bigint, currency: string, at: Date) => Promise<SandboxVariant>;
  readonly setPrice: (ref: string, write: PriceWrite, at: Date) => Promise<PriceOutcome>;
  /** Sets sale and compare-at price as the merchant; null for an unknown variant. */
  readonly show: (ref: string, shown: Shown, at: Date) => Promise<SandboxVariant | null>;
  /** Lists every price that was written completely, oldest first, without the mirrored initial prices. */
  readonly log: (afterSeq: number, limit: number) => readonly StoredEvent[];
  /** Lists every change, oldest first. */
  readonly events: (afterSeq: number, limit: number) => readonly StoredEvent[];
  readonly close: () => Promise<void>;
};

const variantAfter = ({ type: _type, seq: _seq, at, charged, ...fields }: StoredEvent): SandboxVariant => ({
  ...fields,
  charged: charged ?? fields.price,
  updatedAt: at,
});

/** Opens a workspace's products from their journal; creates the journal if it is missing. */
export async function openProducts(path: string): Promise<SandboxProducts> {
  const journal = await openJournal(path);
  const variants = new Map<string, SandboxVariant>();
  const all: StoredEvent[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  const apply = (event: StoredEvent): SandboxVariant => {
    const variant = variantAfter(event);
    variants.set(event.ref, variant);
    all.push(event);
    return variant;
  };
  for (const event of journal.events) apply(event);

  /** Runs changes one after the other, so that each is based on the result of the one before. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = queue.then(change);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const event = (fields: Omit<StoredEvent, "seq" | "at">, at: Date, offset = 1): StoredEvent => ({
    ...fields,
    seq: (all.at(-1)?.seq ?? 0) + offset,
    at: at.toISOString(),
  });
  const mirrored = (ref: string, price: bigint, currency: string, at: Date): StoredEvent =>
    event({ type: "mirrored", ref, price, currency, marker: null, compareAt: null, sale: null }, at);

  return {
    find: (ref) => variants.get(ref) ?? null,
    list: (after, since, limit) =>
      [...variants.values()]
        .filter(
          ({ ref, updatedAt }) => (after === null || ref > after) && (since === null || updatedAt >= since),
        )
        .sort((a, b) => (a.ref < b.ref ? -1 : 1))
        .slice(0, limit),
    mirror: (ref, price, currency, at) =>
      inTurn(async () => {
        const known = variants.get(ref);
        if (known) return known;
        const created = mirrored(ref, price, currency, at);
        await journal.append([created]);
        return apply(created);
      }),
    setPrice: (ref, write, at) =>
      inTurn(async () => {
        const known = variants.get(ref);
        if (known) {
          if (known.currency !== write.currency)
            return { outcome: "currency_mismatch", currency: known.currency };
          const changed = event(writeEvent(known, write), at);
          await journal.append([changed]);
          return { outcome: "set", variant: apply(changed) };
        }
        if (write.mirror === null) return { outcome: "not_found" };
        const created = mirrored(ref, write.mirror, write.currency, at);
        const changed = event(writeEvent(variantAfter(created), write), at, 2);
        await journal.append([created, changed]);
        apply(created);
        return { outcome: "set", variant: apply(changed) };
      }),
    show: (ref, { compareAt, sale }, at) =>
      inTurn(async () => {
        const known = variants.get(ref);
        if (!known) return null;
        const { updatedAt: _before, ...fields } = known;
        const shown = event({ ...fields, type: "shown", compareAt, sale }, at);
        await journal.append([shown]);
        return apply(shown);
      }),
    log: (afterSeq, limit) =>
      all.filter(({ type, seq }) => type === "priced" && seq > afterSeq).slice(0, limit),
    events: (afterSeq, limit) => all.filter(({ seq }) => seq > afterSeq).slice(0, limit),
    close: () => inTurn(() => journal.close()),
  };
}
