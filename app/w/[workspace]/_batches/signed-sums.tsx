"use client";

import type { WireMoney } from "@/app/_components/pricing/contract-types";
import { Price } from "@/app/_components/pricing/price";

/** Sums of several currencies with their signs; a dash if there is none. */
export function SignedSums({ sums }: { sums: readonly WireMoney[] }) {
  if (sums.length === 0) return <Price money={null} />;
  return sums.map((money) => {
    const isNegative = money.amount.startsWith("-");
    const isPositive = /[1-9]/.test(money.amount) && !isNegative;
    return (
      <span key={money.currency} className={isPositive ? "text-up" : isNegative ? "text-down" : undefined}>
        {isPositive ? "+" : ""}
        <Price money={money} />{" "}
      </span>
    );
  });
}
