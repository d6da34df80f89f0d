"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { DeliveryText } from "@/app/_components/pricing/delivery-text";
import { Price } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { PagedView } from "@/app/_trpc/query-view";
import { ReportWrong } from "../../_decisions/report-wrong";
import { ReadEvidence } from "./read-evidence";
import { UndoReport } from "./reported";

const PAGE = 20;

/** Every price that was ever seen for an item, each with where it was read; loaded when it is asked for. */
export function ItemObservations({ itemId }: { itemId: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Section
      title="Every observed price"
      aside={
        <Button size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
        </Button>
      }
    >
      {shown ? (
        <Observations itemId={itemId} />
      ) : (
        <p className="text-ink-dim">What each seller asked at each time, and where it was read.</p>
      )}
    </Section>
  );
}

function Observations({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.observations.ofItem.infiniteQueryOptions(
      { item_id: itemId, limit: PAGE },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  return (
    <PagedView
      query={query}
      noun="prices"
      empty={<p className="text-ink-dim">No competitor’s price has been seen yet.</p>}
    >
      {(rows) => (
        <ul>
          {rows.map((seen) => (
            <ObservationRow key={seen.id} seen={seen} />
          ))}
        </ul>
      )}
    </PagedView>
  );
}

type Seen = Outputs["observations"]["ofItem"]["data"][number];

const SOURCES: Readonly<Record<string, string>> = {
  import: "from a file",
  api: "sent over the API",
  check: "read on the seller's page",
};

function ObservationRow({ seen }: { seen: Seen }) {
  const { may } = useWorkspace();
  const { evidence, wrong } = seen;
  return (
    <li className="flex items-start justify-between gap-3 border-t border-line-soft py-2 text-xs first:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className={wrong ? "text-ink-dim line-through" : "font-[560]"}>
            {seen.seller} · <Price money={seen.price} />
          </span>
          <span className="text-ink-dim">
            <Age at={seen.observed_at} phrase />
            {seen.in_stock === false ? " · sold out" : ""}
            {seen.pack_size ? ` · ${seen.pack_size}` : ""}
            {seen.shipping ? (
              <>
                {" "}
                · <DeliveryText shipping={seen.shipping} />
              </>
            ) : null}
            {evidence ? "" : ` · ${SOURCES[seen.source] ?? seen.source}`}
          </span>
        </p>
        {wrong ? <p className="text-pretty text-ink-soft">Reported as wrong: {wrong.reason}</p> : null}
        {evidence ? <ReadEvidence {...evidence} /> : null}
      </div>
      {wrong ? (
        <UndoReport observationId={seen.id} />
      ) : may("recommendations:write") ? (
        <ReportWrong observation={seen} />
      ) : null}
    </li>
  );
}
