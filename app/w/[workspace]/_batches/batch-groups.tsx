"use client";

import { Count, Price } from "@/app/_components/pricing/price";
import type { Batch } from "./batch-text";
import { groupLabel } from "./group-label";
import { SignedSums } from "./signed-sums";

/** How many of each reason or kind a batch decides, and their money. */
export function BatchGroups({ batch }: { batch: Batch }) {
  const { groups } = batch.effect;
  if (groups.length === 0) return null;
  return (
    <table className="mt-3 w-full" aria-label={batch.of === "items" ? "By tag" : "By reason"}>
      <tbody className="num">
        {groups.map(({ group, count, money }) => (
          <tr key={group} className="border-t border-line-soft">
            <th scope="row" className="py-1.5 text-left font-normal text-ink-soft">
              {groupLabel(batch.of, group)}
            </th>
            <td className="py-1.5 pl-3 text-right font-[600]">
              <Count value={count} />
            </td>
            <td className="w-[1%] py-1.5 pl-4 text-right whitespace-nowrap">
              {money.length > 0 ? <GroupMoney of={batch.of} money={money} /> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Group = Batch["effect"]["groups"][number];

/** Of price changes the change of profit on stock, of alerts what is at risk. */
function GroupMoney({ of, money }: { of: Batch["of"]; money: Group["money"] }) {
  if (of === "recommendations") return <SignedSums sums={money} />;
  return money.map((sum) => (
    <span key={sum.currency}>
      <Price money={sum} /> at risk{" "}
    </span>
  ));
}
