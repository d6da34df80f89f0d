"use client";

import { useEffect, useRef } from "react";
import { DecisionRow } from "@/app/_components/pricing/decision-row";
import { Count } from "@/app/_components/pricing/price";
import { Badge } from "@/app/_components/ui/badge";
import { Pager } from "@/app/_components/ui/pager";
import { failureOf } from "@/app/_trpc/failure";
import type { Shown } from "../../_decisions/shown";
import { WHY_WORDS, isBelowFloor } from "../../_decisions/why";
import type { Group } from "./arrange";
import type { InboxState } from "./use-inbox";

/** What waits, under what it is for. */
export function InboxList(props: {
  inbox: InboxState;
  selected: ReadonlySet<string>;
  underway: ReadonlySet<string>;
  onSelect: (id: string, selected: boolean) => void;
  onOpen: (id: string) => void;
}) {
  const { groups, entries, current, query } = props.inbox;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current?.id]);
  return (
    <div ref={list}>
      {groups.map((group) => (
        <section key={group.why} aria-label={WHY_WORDS[group.why]} className="mb-3">
          <GroupTitle group={group} />
          <ul>
            {group.entries.map((entry) => (
              <DecisionRow
                key={entry.id}
                title={entry.item.title}
                detail={<Detail entry={entry} underway={props.underway.has(entry.id)} />}
                before={entry.current_price}
                after={entry.recommended_price}
                change={entry.change_ratio}
                marginBefore={entry.margin_before}
                marginAfter={entry.margin_after}
                beforeBelowFloor={isBelowFloor(entry)}
                since={entry.created_at}
                current={entry.id === current?.id}
                onOpen={() => props.onOpen(entry.id)}
                selected={props.selected.has(entry.id)}
                onSelectedChange={(selected) => props.onSelect(entry.id, selected)}
              />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage ? (
        <Pager
          shown={entries.length}
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

function GroupTitle({ group }: { group: Group }) {
  return (
    <h2 className="px-3 pt-3 pb-1.5 text-xs text-ink-dim">
      {WHY_WORDS[group.why]} <Count value={group.entries.length} className="ml-1.5" />
    </h2>
  );
}

function Detail({ entry, underway }: { entry: Shown; underway: boolean }) {
  const { median } = entry.evidence.market;
  const moved = underway ? <Badge>being written</Badge> : movedBadge(entry);
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

/** What is no longer as it was when the price was found. */
function movedBadge(entry: Shown) {
  if (entry.moved.price !== undefined) return <Badge tone="warn">price changed since</Badge>;
  if (entry.moved.cost !== undefined) return <Badge tone="warn">cost changed since</Badge>;
  return null;
}
