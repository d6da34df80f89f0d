import { type MedusaPeer, type Span, startMedusa } from "@/e2e/real-stores/medusa-peer";
import { MARKER_KEY, refOf } from "@/server/stores/medusa/variant-place";
import type { ExperimentStore, StoreWrite } from "./store";

/** Starts a real Medusa. It is killed between write key and price, and comes back. */
export async function startRealMedusaStore(): Promise<ExperimentStore> {
  const peer = await startMedusa();
  const before = await peer.variants();
  const refs = new Map(before.map(({ id, productId }) => [id, refOf(productId, id)]));
  const others = new Map(before.map((variant) => [variant.id, variant.others]));
  const edits: Edit[] = [];
  return {
    kind: "medusa",
    url: peer.url,
    credentials: { apiKey: peer.apiKey, costKey: "cost" },
    writeMatch: `"${MARKER_KEY}":`,
    hasCatalog: true,
    breakWrites: async (ofEachKind) => {
      const { over } = await peer.crashNextWrite();
      void over.then(() => crashAgain(peer, ofEachKind - 1));
    },
    setPrice: async (ref, price) => {
      const variant = before.find(({ id }) => refs.get(id) === ref);
      if (!variant) throw new Error(`the shop has no ${ref}`);
      edits.push({ variant: variant.id, price, ...(await peer.setPrice(variant, price)) });
    },
    prices: async () =>
      new Map(
        (await peer.variants()).map(({ id, price, others: found }) => [
          refs.get(id) ?? id,
          // A write that changed another price of the variant is as wrong as one of the charged price.
          { price, charged: found === others.get(id) ? price : Number.NaN },
        ]),
      ),
    writes: async () => writesIn(peer, refs, edits),
    stop: peer.stop,
  };
}

async function crashAgain(peer: MedusaPeer, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { over } = await peer.crashNextWrite();
    await over;
  }
}

/**
 * A price in cents that the merchant set, and where in the log. Another write may set the same price at another time.
 */
interface Edit extends Span {
  readonly variant: string;
  readonly price: number;
}

/**
 * Reads the writes from what the shop's database recorded: each change of a price in euros, by the write key that the
 * variant had been saved with before it, or by the merchant where they set that price; and each write key that no
 * price followed, which is a write that was interrupted.
 */
async function writesIn(
  peer: MedusaPeer,
  refs: ReadonlyMap<string, string>,
  edits: readonly Edit[],
): Promise<StoreWrite[]> {
  const keys = new Map<string, string>();
  const begun = new Map<string, StoreWrite>();
  const writes = new Set<StoreWrite>();
  const push = (variant: string, part: Omit<StoreWrite, "ref">): StoreWrite => {
    const write = { ref: refs.get(variant) ?? variant, ...part };
    writes.add(write);
    return write;
  };
  for (const { seq, kind, variant_id: variant, marker, currency, new: now } of await peer.log()) {
    if (kind === "save" && marker !== null) {
      begun.delete(variant);
      // The merchant's saves keep the key of the write before. One that is interrupted keeps its place among the
      // others.
      if (keys.get(variant) !== marker)
        begun.set(variant, push(variant, { writeKey: marker, complete: false }));
      keys.set(variant, marker);
    } else if (kind === "price" && currency === "eur") {
      const price = Math.round(Number(now) * 100);
      const isEdit = edits.some(
        (edit) => edit.variant === variant && edit.price === price && edit.from < seq && seq <= edit.to,
      );
      const carriedOut = isEdit ? undefined : begun.get(variant);
      if (carriedOut) {
        writes.delete(carriedOut);
        begun.delete(variant);
      }
      push(variant, { writeKey: isEdit ? null : (keys.get(variant) ?? null), complete: true });
    }
  }
  return [...writes];
}
