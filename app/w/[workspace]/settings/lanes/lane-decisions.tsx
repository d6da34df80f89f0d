"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Stated } from "@/app/_components/pricing/price";
import { PriceChange } from "@/app/_components/pricing/price-change";
import { Badge, type BadgeTone } from "@/app/_components/ui/badge";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";

const SHOWN = 10;

type Decision = Outputs["lanes"]["decisions"]["data"][number];

const OUTCOMES: Readonly<Record<Decision["outcome"], { label: string; tone: BadgeTone }>> = {
  approved: { label: "approved", tone: "accent" },
  would_approve: { label: "would approve", tone: "neutral" },
  fell_out: { label: "left to people", tone: "warn" },
};

/** What the lane decided or would have decided, newest first; nothing before its first decision. */
export function LaneDecisions({ lane }: { lane: string }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useInfiniteQuery(
    trpc.lanes.decisions.infiniteQueryOptions(
      { lane, limit: SHOWN },
      { getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined },
    ),
  );
  return (
    <PagedView
      query={query}
      noun="decisions"
      empty={<p className="text-xs text-ink-dim">It has not decided anything yet.</p>}
    >
      {(decisions) => (
        <Table caption={`What ${lane} decided`}>
          <TableHead>
            <tr>
              <Th>Item</Th>
              <Th numeric>Price</Th>
              <Th numeric wideOnly>
                When
              </Th>
            </tr>
          </TableHead>
          <TableBody>
            {decisions.map((decision) => (
              <TableRow key={decision.id}>
                <Td>
                  <Link href={href(`/recommendations/${decision.recommendation_id}`)}>
                    {decision.item.title}
                  </Link>
                  <span className="mt-0.5 block text-xs text-pretty text-ink-dim">
                    <Badge tone={OUTCOMES[decision.outcome].tone}>{OUTCOMES[decision.outcome].label}</Badge>{" "}
                    <Stated text={decision.message} />
                  </span>
                </Td>
                <Td numeric>
                  {decision.recommended_price ? (
                    <PriceChange before={decision.current_price} after={decision.recommended_price} />
                  ) : null}
                </Td>
                <Td numeric wideOnly>
                  <Age at={decision.at} />
                </Td>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </PagedView>
  );
}
