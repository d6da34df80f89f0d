"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { countText, formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { SignedSums } from "./_batches/signed-sums";
import { WHY_LABELS } from "./_decisions/why";
import { useSummary } from "./_frame/nav-items";
import { useOverview } from "./use-overview";

/** What waits for approval by its reason: how much, for how long, and what it would bring. */
export function WhatWaits() {
  const { href, may } = useWorkspace();
  const locale = useLocale();
  const counted = useSummary();
  const query = useQuery(useOverview().queries.work);
  return (
    <Section title="Waiting for a decision">
      <QueryView query={query} what="what waits" loading={<SkeletonRows rows={3} />}>
        {({ waiting }) => (
          <>
            {waiting.length === 0 ? <p className="text-ink-dim">Nothing is waiting for approval.</p> : null}
            <ul>
              {waiting.map((each) => (
                <Reason key={each.why} reason={each} />
              ))}
            </ul>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              {waiting.length > 0 ? (
                <Button asChild variant="primary">
                  <Link href={href("/approvals")}>
                    {`${may("recommendations:approve") ? "Decide" : "See"} ${formatCount(
                      waiting.reduce((sum, { count }) => sum + count, 0),
                      locale,
                    )} waiting`}
                  </Link>
                </Button>
              ) : null}
              {counted && counted.new_recommendations > 0 ? (
                <span className="text-xs">
                  <QuietLink href={href("/recommendations")}>
                    {countText(counted.new_recommendations, "new recommendation", locale)}
                  </QuietLink>
                </span>
              ) : null}
            </div>
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Reason({ reason }: { reason: Outputs["overview"]["work"]["waiting"][number] }) {
  const { href } = useWorkspace();
  const { why, count, oldest, profit, unknown } = reason;
  return (
    <li className="border-t border-line-soft">
      <Link
        href={href(`/approvals?show=${why}`)}
        className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-lg px-2 py-2 hover:bg-hover"
      >
        <span className="truncate font-[520]">{WHY_LABELS[why]}</span>
        <span className="text-right">
          <Count value={count} />
        </span>
        <span className="text-xs text-ink-dim">
          {profit ? (
            <>
              <SignedSums sums={[profit]} /> if approved and the stock sells
            </>
          ) : (
            "effect unknown"
          )}
          {profit && unknown > 0 ? (
            <>
              , without <Count value={unknown} />
            </>
          ) : null}
        </span>
        <span className="text-right text-xs text-ink-dim">
          oldest <Age at={oldest} />
        </span>
      </Link>
    </li>
  );
}
