"use client";

import { useQuery } from "@tanstack/react-query";
import { MarketTable } from "@/app/_components/pricing/market-table";
import { Section } from "@/app/_components/shell/section";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { ReportWrong } from "../../_decisions/report-wrong";
import { Reported } from "./reported";

type Item = Outputs["catalog"]["get"];

/** What competitors ask for an item now, our rank among them, and the prices reported as wrong. */
export function ItemOffers({ item }: { item: Item }) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const query = useQuery(trpc.catalog.offers.queryOptions({ item_id: item.id }));
  return (
    <Section title="What competitors ask">
      <QueryView
        query={query}
        what="the offers"
        loading={<SkeletonRows rows={3} label="Loading the offers" />}
      >
        {({ data, reported }) => (
          <>
            <Rank market={item.market} />
            <MarketTable
              currency={item.currency}
              observations={data.map((offer) => ({ ...offer, refused: null }))}
              {...(may("recommendations:write")
                ? { action: (seen) => <ReportWrong observation={seen} /> }
                : {})}
            />
            <Reported reported={reported} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** Our rank among the sellers whose offers count, the cheapest first. */
function Rank({ market: { count, cheaper } }: { market: Item["market"] }) {
  if (count === 0 || cheaper === null) return null;
  const others =
    cheaper === 0 ? "nobody is cheaper" : cheaper === 1 ? "1 is cheaper" : `${cheaper} are cheaper`;
  return (
    <p className="num mb-1.5">
      <span className="font-[560]">
        Our rank: {cheaper + 1} of {count + 1} sellers
      </span>
      <span className="text-ink-dim"> · {others}</span>
    </p>
  );
}
