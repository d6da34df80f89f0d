"use client";

import { useEffect, useRef } from "react";
import { DecisionRow } from "@/app/_components/pricing/decision-row";
import { Badge } from "@/app/_components/ui/badge";
import { Pager } from "@/app/_components/ui/pager";
import { useWorkspace } from "@/app/_session/workspace";
import { failureOf } from "@/app/_trpc/failure";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import { decidedSentence } from "../../_decisions/decision-text";
import type { RecommendationDetail } from "../../_decisions/recommendation-detail";
import { isBelowFloor, WHY_LABELS } from "../../_decisions/why";
import type { Group } from "./arrange";
import { useInboxDecisions } from "./inbox-decisions";
import { loadedCount } from "./loaded-count";
import type { InboxState } from "./use-inbox";

/** The pending entries, grouped by their reason. */
export function InboxList({ inbox, onOpen }: { inbox: InboxState; onOpen: (id: string) => void }) {
  const { groups, current, query, loaded, entryStatus } = inbox;
  const { bulk, underway } = useInboxDecisions();
  const goneId = entryStatus === "left" ? current?.id : undefined;
  const checked = useCheckedRows();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current?.id]);
  return (
    <div ref={list}>
      {groups.map((group) => (
        <section key={group.why} aria-label={WHY_LABELS[group.why]} className="mb-3">
          <GroupTitle
            group={group}
            count={loadedCount(group.entries.filter(({ id }) => id !== goneId).length, loaded)}
          />
          <ul>
            {group.entries.map((entry) => (
              <DecisionRow
                key={entry.id}
                title={entry.item.title}
                detail={
                  <Detail
                    entry={entry}
                    underway={underway.has(entry.id)}
                    checking={checked.has(entry.id)}
                    left={entry.id === goneId}
                  />
                }
                before={entry.current_price}
                after={entry.recommended_price}
                change={entry.change_ratio}
                marginBefore={entry.margin_before}
                marginAfter={entry.margin_after}
                beforeBelowFloor={isBelowFloor(entry)}
                since={entry.created_at}
                current={entry.id === current?.id}
                onOpen={() => onOpen(entry.id)}
                selected={bulk.selected.has(entry.id)}
                {...(entry.id === goneId
                  ? {}
                  : { onSelectedChange: (selected: boolean) => bulk.select(entry.id, selected) })}
              />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage ? (
        <Pager
          shown={loaded.rows}
          noun="waiting"
          hasMore
          loading={query.isFetchingNextPage}
          error={query.isFetchNextPageError ? failureOf(query.error).message : undefined}
          onMore={() => void query.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

function GroupTitle({ group, count }: { group: Group; count: string }) {
  return (
    <h2 className="px-3 pt-3 pb-1.5 text-xs text-ink-dim">
      {WHY_LABELS[group.why]} <span className="num ml-1.5">{count}</span>
    </h2>
  );
}

function Detail(props: { entry: RecommendationDetail; underway: boolean; checking: boolean; left: boolean }) {
  const { entry } = props;
  const { reader } = useWorkspace();
  const { median } = entry.evidence.market;
  const moved = props.checking ? (
    <Badge tone="warn">no answer, checking</Badge>
  ) : props.left ? (
    <Badge>
      {entry.status === "pending_approval"
        ? "left the list"
        : decidedSentence(entry, reader).replace(/\.$/, "")}
    </Badge>
  ) : props.underway ? (
    <Badge>being written</Badge>
  ) : (
    movedBadge(entry)
  );
  return (
    <>
      <span className="truncate">
        {entry.item.sku}
        {median && moved === null ? ` · market median ${median.amount}` : ""}
      </span>
      {moved}
    </>
  );
}

/** A badge for an item whose price or cost has changed since the recommendation was computed. */
function movedBadge(entry: RecommendationDetail) {
  if (entry.moved.price !== undefined) return <Badge tone="warn">price changed since</Badge>;
  if (entry.moved.cost !== undefined) return <Badge tone="warn">cost changed since</Badge>;
  return null;
}
