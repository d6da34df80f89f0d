"use client";

import { Count, Price } from "@/app/_components/pricing/price";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import type { Batch } from "./batch-text";
import { SignedSums } from "./signed-sums";

/** The summed effect of the price changes of a batch, each currency apart. */
export function BatchEffect({ effect }: { effect: Batch["effect"] }) {
  const { currencies, raised, lowered, unknown } = effect;
  const inStock = currencies.flatMap(({ profit_in_stock: sum }) => sum ?? []);
  return (
    <>
      <StatStrip
        stats={[
          { label: "Raised", value: <Count value={raised} /> },
          { label: "Lowered", value: <Count value={lowered} /> },
          {
            label: "Profit, one of each",
            value: <SignedSums sums={currencies.map(({ profit_per_unit: sum }) => sum)} />,
          },
          {
            label: "Profit on stock",
            value: inStock.length > 0 ? <SignedSums sums={inStock} /> : <Price money={null} />,
          },
        ]}
      />
      {unknown > 0 ? (
        <p className="mt-2 text-xs text-ink-dim">
          <Count value={unknown} /> without a known cost {unknown === 1 ? "is" : "are"} not in these sums.
        </p>
      ) : null}
    </>
  );
}
