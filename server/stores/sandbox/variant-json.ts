import { isRunning } from "@/server/domain/items/shop-window";
import type { SandboxVariant } from "@/server/stores/sandbox/variant";

/** Returns a variant as the store answers it, with what shoppers pay at a time. */
export function variantJson({ price, charged, compareAt, sale, ...variant }: SandboxVariant, at: Date) {
  return {
    ...variant,
    price: price.toString(),
    charged: charged.toString(),
    shopper_price: (salePriceAt(sale, at) ?? charged).toString(),
    compare_at: compareAt?.toString() ?? null,
    sale: sale && { ...sale, price: sale.price.toString() },
  };
}

function salePriceAt(sale: SandboxVariant["sale"], at: Date): bigint | null {
  if (sale === null) return null;
  const [from, until] = [sale.from, sale.until].map((text) => (text === null ? null : new Date(text)));
  return isRunning({ price: sale.price, from: from ?? null, until: until ?? null }, at.getTime())
    ? sale.price
    : null;
}
