import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Merchant } from "@/e2e/stores/merchant";
import { shareSignIn } from "@/e2e/stores/shared-sign-in";
import { startVendure } from "@/e2e/stores/vendure-peer";
import { sandboxKey, sandboxUrl } from "@/server/stores/sandbox/access";
import { startSandboxStore } from "@/server/stores/sandbox/server";

export const BATCH_STORES = ["sandbox", "vendure"] as const;
export type BatchStoreKind = (typeof BATCH_STORES)[number];

/** A price that the store was given by a write with our key; in minor units. */
export interface WrittenPrice {
  readonly ref: string;
  readonly price: string;
}

/** A store for an experiment with batches. */
export interface BatchStore {
  readonly kind: BatchStoreKind;
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Whether its products have to be created in it and synced; the sandbox knows every sku. */
  readonly create: ((skus: readonly string[]) => Promise<void>) | null;
  /** Every price that the store was given, oldest first, from the store's own log. */
  written(): Promise<readonly WrittenPrice[]>;
  close(): Promise<void>;
}

const SECRET = "a secret of the sandbox in tests";
const Log = z.object({ data: z.array(z.object({ seq: z.number(), ref: z.string(), price: z.string() })) });

export async function openSandbox(workspaceId: string): Promise<BatchStore> {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-batches-"));
  const store = await startSandboxStore({ dir, port: 0, secret: SECRET });
  const key = sandboxKey(SECRET, workspaceId);
  const url = sandboxUrl(store.url, workspaceId);
  return {
    kind: "sandbox",
    url,
    credentials: { key },
    create: null,
    written: async () => {
      const all: WrittenPrice[] = [];
      for (let after = 0; ; ) {
        const answer = await fetch(`${url}/log?limit=1000&after=${after}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const { data } = Log.parse(await answer.json());
        all.push(...data);
        const last = data.at(-1);
        if (!last) return all;
        after = last.seq;
      }
    },
    close: async () => {
      await store.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Starts a real Vendure. Its log names no prices, so that each write counts with the price that stands at the end. */
export async function openVendure(price: number, cost: number): Promise<BatchStore> {
  const peer = await startVendure();
  const shared = await shareSignIn(peer.url);
  const merchant = await peer.merchant();
  return {
    kind: "vendure",
    url: shared.url,
    credentials: peer.credentials,
    create: (skus) => createProducts(merchant, skus, { price, cost }),
    written: async () => {
      const prices = new Map((await merchant.variants()).map((each) => [each.id, String(each.price)]));
      return (await peer.events()).flatMap((event) =>
        event.event === "variant.updated" && event.marker !== null
          ? [{ ref: event.variantId, price: prices.get(event.variantId) ?? "" }]
          : [],
      );
    },
    close: async () => {
      await shared.stop();
      await peer.stop();
    },
  };
}

const AT_ONCE = 25;
const Created = z.record(z.string(), z.object({ id: z.string() }));

async function createProducts(
  { ask }: Merchant,
  skus: readonly string[],
  { price, cost }: { readonly price: number; readonly cost: number },
): Promise<void> {
  for (let from = 0; from < skus.length; from += AT_ONCE) {
    const page = skus.slice(from, from + AT_ONCE);
    const products = page.map((sku, at) => {
      const translation = `{ languageCode: en, name: "${sku}", slug: "${sku.toLowerCase()}", description: "" }`;
      return `p${at}: createProduct(input: { enabled: true, translations: [${translation}] }) { id }`;
    });
    const ids = Created.parse(await ask(`mutation { ${products.join(" ")} }`));
    await ask("mutation($i: [CreateProductVariantInput!]!) { createProductVariants(input: $i) { id } }", {
      i: page.map((sku, at) => ({
        productId: ids[`p${at}`]?.id,
        sku,
        price,
        translations: [{ languageCode: "en", name: sku }],
        customFields: { costPrice: cost },
      })),
    });
  }
}
