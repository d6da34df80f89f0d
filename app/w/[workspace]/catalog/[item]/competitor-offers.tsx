"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { CompetitorOffer } from "./competitor-offer";
import { WatchPage } from "./watch-page";

/** Poll interval while a page check is running. */
const RELOAD_INTERVAL_MS = 3_000;

/** The competitors' pages watched for an item, each with its latest check result. */
export function CompetitorOffers({ item }: { item: { id: string; sku: string; currency: string } }) {
  const trpc = useTRPC();
  const { may } = useWorkspace();
  const [adding, setAdding] = useState(false);
  const query = useInfiniteQuery({
    ...trpc.offers.list.infiniteQueryOptions(
      { item_id: item.id, limit: 20 },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ checking }) => checking))
        ? RELOAD_INTERVAL_MS
        : false,
  });
  return (
    <Section
      title="Competitor offers"
      aside={
        may("catalog:write") ? (
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden /> Watch a page
          </Button>
        ) : undefined
      }
    >
      <PagedView
        query={query}
        noun="pages"
        empty={
          <p className="text-ink-dim">
            No competitor&apos;s page is watched for this item.
            {may("catalog:write") ? "" : " Admins and owners add them."}
          </p>
        }
      >
        {(rows) => (
          <ul>
            {rows.map((offer) => (
              <CompetitorOffer key={offer.id} offer={offer} />
            ))}
          </ul>
        )}
      </PagedView>
      {adding ? <WatchPage item={item} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}
