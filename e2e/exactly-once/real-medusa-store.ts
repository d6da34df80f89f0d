import type { ObservedChange } from "@/e2e/real-stores/medusa-log";
import { type MedusaPeer, startMedusa } from "@/e2e/real-stores/medusa-peer";
import { MARKER_KEY, refOf } from "@/server/stores/medusa/variant-place";
import type { ExperimentStore, StoreWrite } from "./store";

/** Starts a real Medusa. It is killed between write key and price, and comes back. */
export async function startRealMedusaStore(): Promise<ExperimentStore> {
  const peer = await startMedusa();
  const before = await peer.variants();
  const refs = new Map(before.map(({ id, productId }) => [id, refOf(productId, id)]));
  const others = new Map(before.map((variant) => [variant.id, variant.others]));
  const edits = new Set<string>();
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
      edits.add(`${ref} ${price}`);
      await peer.setPrice(variant, price);
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
 * Reads the writes from what the shop's database recorded: each change of a price in euros, by the write key that the
 * variant had been saved with before it, or by the merchant if the price is one that they set; and each new write key
 * that no price followed, which is a write that was interrupted.
 */
async function writesIn(
  peer: MedusaPeer,
  refs: ReadonlyMap<string, string>,
  edits: ReadonlySet<string>,
): Promise<StoreWrite[]> {
  const keys = new Map<string, string>();
  const writes: StoreWrite[] = [];
  const log = await peer.log();
  const nameOf = (variant: string): string => refs.get(variant) ?? variant;
  const isEdit = ({ variant_id, new: now }: ObservedChange): boolean =>
    edits.has(`${nameOf(variant_id)} ${Math.round(Number(now) * 100)}`);
  for (const [at, change] of log.entries()) {
    const { kind, variant_id, marker, currency } = change;
    const ref = nameOf(variant_id);
    if (kind === "price" && currency === "eur")
      writes.push({ ref, writeKey: isEdit(change) ? null : (keys.get(variant_id) ?? null), complete: true });
    if (kind === "price" || marker === null || keys.get(variant_id) === marker) continue;
    keys.set(variant_id, marker);
    const next = log.slice(at + 1).find((each) => each.variant_id === variant_id && tellsEnd(each, marker));
    if (next?.kind !== "price" || isEdit(next)) writes.push({ ref, writeKey: marker, complete: false });
  }
  return writes;
}

/** Whether an entry tells how the write with that key ended: a price in euros, or the save of another write. */
const tellsEnd = ({ kind, currency, marker }: ObservedChange, key: string): boolean =>
  kind === "price" ? currency === "eur" : marker !== key;
