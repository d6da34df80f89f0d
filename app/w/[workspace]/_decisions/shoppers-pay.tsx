"use client";

import { Age } from "@/app/_components/pricing/age";
import { Price } from "@/app/_components/pricing/price";
import type { RecommendationDetail } from "./recommendation-detail";

/** The statuses in which the price may still be written. */
const BEFORE_WRITE: ReadonlySet<string> = new Set(["new", "snoozed", "pending_approval", "approved"]);

/**
 * What shoppers pay before and after the change. Rendered where that is not the pair of prices above it: during a sale,
 * or where the store charges another price than its regular one.
 */
export function ShoppersPay({ rec }: { rec: RecommendationDetail }) {
  const { current_price: current, recommended_price: recommended, shoppers_pay: pay } = rec;
  const isUsual = pay.now?.amount === current?.amount && pay.after?.amount === recommended?.amount;
  if (recommended === null || pay.now === null || isUsual || !BEFORE_WRITE.has(rec.status)) return null;
  return (
    <p className="mt-1 text-pretty text-ink-soft">
      This changes the regular price. Shoppers{" "}
      {pay.now.amount === pay.after?.amount ? (
        <>
          go on paying <Price money={pay.now} />
        </>
      ) : (
        <>
          pay <Price money={pay.now} /> now
          {pay.after ? (
            <>
              {" "}
              and <Price money={pay.after} /> after it
            </>
          ) : null}
        </>
      )}
      {pay.sale_until ? (
        <>
          , by a sale that ends <Age at={pay.sale_until} phrase />
        </>
      ) : null}
      .
    </p>
  );
}
