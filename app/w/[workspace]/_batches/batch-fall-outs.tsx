"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Count } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";
import { Skeleton } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { changedSentence } from "../_decisions/changed-text";
import { MOST_DETAILS } from "../_decisions/recommendation-detail";
import type { Batch } from "./batch-text";

type Answer = Outputs["decisionBatches"]["items"];
type Page = Extract<Answer, { readonly data: unknown }>;

const NO_ITEMS: Page = { data: [], next_cursor: null };
/** The same operation returns a stream of lines to other callers. */
const pageOf = (answer: Answer): Page => ("data" in answer ? answer : NO_ITEMS);

/** Why some of a batch fell out, the most frequent reason first, and each recommendation of them on request. */
export function BatchFallOuts({ batch }: { batch: Batch }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <ul className="num">
        {batch.falls_out.map(({ reason, message, changed, count }) => (
          <li
            key={`${reason} ${changed.join()} ${message}`}
            className="flex gap-3 border-t border-line-soft py-1.5"
          >
            <span className="w-12 shrink-0 text-right font-[600]">
              <Count value={count} />
            </span>
            <span className="min-w-0 text-pretty text-ink-soft">{reasonText(message, changed)}</span>
          </li>
        ))}
      </ul>
      {batch.of !== "recommendations" ? null : (
        <Button
          size="sm"
          variant="quiet"
          className="mt-1"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? "Hide the list" : "Show each of them"}
        </Button>
      )}
      {open ? <FallenOut batchId={batch.id} finished={batch.finished_at} /> : null}
    </div>
  );
}

/** Names what changed, if something did; otherwise the service's message is the reason. */
const reasonText = (message: string, changed: readonly string[]): string =>
  changedSentence(changed) ?? message;

/** The recommendations that fell out, a page at a time. */
function FallenOut({ batchId, finished }: { batchId: string; finished: string | null }) {
  const client = useTRPCClient();
  const query = useInfiniteQuery({
    queryKey: ["batch-fall-outs", batchId, finished],
    queryFn: async ({ pageParam: cursor, signal }) =>
      pageOf(
        await client.decisionBatches.items.query(
          { batch_id: batchId, outcome: "fell_out", limit: MOST_DETAILS, ...(cursor ? { cursor } : {}) },
          { signal },
        ),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
  });
  if (query.isError) return <p className="text-xs text-bad">{failureOf(query.error).message}</p>;
  if (!query.data) return <Skeleton className="h-16 w-full rounded-lg" />;
  return (
    <>
      {query.data.pages.map(({ data }) => (
        <FallenOutPage key={data[0]?.id ?? "none"} items={data} />
      ))}
      {query.hasNextPage ? (
        <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function FallenOutPage({ items }: { items: Page["data"] }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const rows = useQuery(trpc.recommendations.details.queryOptions({ ids: items.map(({ id }) => id) })).data;
  const titles = new Map(rows?.map(({ id, item }) => [id, item.title]));
  return (
    <ul>
      {items.map(({ id, message, changed }) => (
        <li key={id} className="border-t border-line-soft py-1.5">
          <Link href={href(`/recommendations/${id}`)} className="underline underline-offset-4 hover:text-ink">
            {titles.get(id) ?? id}
          </Link>
          <p className="text-xs text-pretty text-ink-dim">{reasonText(message ?? "", changed)}</p>
        </li>
      ))}
    </ul>
  );
}
