import type { StoreConnection } from "@/server/stores/port";
import { requestSandbox, sandboxVariant, variantPath } from "@/server/stores/sandbox/requests";

/** What a person in the shop sets for a variant; amounts are minor units of `currency`. */
export interface MerchantEdit {
  readonly price: bigint;
  /** Shoppers pay it from now on; null ends the sale. */
  readonly salePrice: bigint | null;
  /** The struck-through price; null for none. */
  readonly compareAt: bigint | null;
  readonly currency: string;
}

/**
 * Edits a variant as a person in the shop, without a write key. A variant that the store does not know yet is created.
 * @throws StoreError
 */
export async function editAsMerchant(
  connection: StoreConnection,
  ref: string,
  { price, salePrice, compareAt, currency }: MerchantEdit,
): Promise<void> {
  const path = variantPath(ref);
  const priced = {
    price: price.toString(),
    currency,
    marker: null,
    mirror: price.toString(),
  };
  const shown = {
    sale: salePrice === null ? null : { price: salePrice.toString() },
    compare_at: compareAt?.toString() ?? null,
  };
  const put = (part: string, body: object) =>
    requestSandbox(
      connection,
      { method: "PUT", path: `${path}/${part}`, body, access: "write" },
      sandboxVariant,
    );
  await put("price", priced);
  await put("window", shown);
}
