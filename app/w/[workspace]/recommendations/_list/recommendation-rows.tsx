"use client";

import { Fragment, useEffect, useRef } from "react";
import { DecisionRow } from "@/app/_components/pricing/decision-row";
import { Count } from "@/app/_components/pricing/price";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import type { Selection } from "@/app/_components/selection/use-selection";
import { Badge } from "@/app/_components/ui/badge";
import { Pager } from "@/app/_components/ui/pager";
import { failureOf } from "@/app/_trpc/failure";
import { KIND_LABELS } from "../../_decisions/kind-labels";
import { isBelowFloor, WHY_LABELS } from "../../_decisions/why";
import type { ListedRecommendation } from "./changed-pages";
import type { RecommendationList } from "./use-recommendations";

/** The list in its order, loaded page by page; an order by reason has a title above each reason. */
export function RecommendationRows({
  list,
  selection,
  isSelectable,
  onOpen,
}: {
  list: RecommendationList;
  selection: Selection<ListedRecommendation>;
  isSelectable: (row: ListedRecommendation) => boolean;
  onOpen: (id: string) => void;
}) {
  const { rows, current, query, place } = list;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current?.id]);
  return (
    <div ref={element}>
      <ul>
        {rows.map((row, at) => (
          <Fragment key={row.id}>
            {titleAbove(list, at)}
            <DecisionRow
              title={row.item.title}
              detail={
                <>
                  <span className="truncate">{row.item.sku}</span>
                  {row.status === place.status ? null : (
                    <StatusBadge of="recommendation" status={row.status} />
                  )}
                  {row.kind === "price_change" ? null : <Badge>{KIND_LABELS[row.kind]}</Badge>}
                </>
              }
              before={row.current_price}
              after={row.recommended_price}
              change={row.change_ratio}
              marginBefore={row.margin_before}
              marginAfter={row.margin_after}
              beforeBelowFloor={isBelowFloor(row)}
              since={row.created_at}
              current={row.id === current?.id}
              onOpen={() => onOpen(row.id)}
              selected={selection.ids.has(row.id)}
              {...(isSelectable(row)
                ? { onSelectedChange: (on: boolean, range: boolean) => selection.select(row.id, on, range) }
                : {})}
            />
          </Fragment>
        ))}
      </ul>
      <Pager
        shown={list.count}
        noun={list.count === 1 ? "recommendation" : "recommendations"}
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        error={query.isFetchNextPageError ? failureOf(query.error).message : undefined}
        onMore={() => void query.fetchNextPage()}
      />
    </div>
  );
}

/** The title of a reason, above its first row; nothing above other rows, and in other orders. */
function titleAbove({ rows, counts }: RecommendationList, at: number) {
  const whyAt = (index: number) => rows[index] && (rows[index].why ?? "other");
  const why = whyAt(at);
  if (counts === null || why === undefined || why === whyAt(at - 1)) return null;
  const count = counts.get(why);
  return (
    <li className="px-3 pt-3 pb-1.5">
      <h2 className="text-xs text-ink-dim">
        {WHY_LABELS[why]}{" "}
        {count === undefined ? null : (
          <span className="num ml-1.5">
            <Count value={count} />
          </span>
        )}
      </h2>
    </li>
  );
}
