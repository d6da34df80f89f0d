"use client";

import { type ComponentProps, memo } from "react";
import { DecisionRow } from "@/app/_components/pricing/decision-row";
import { Price } from "@/app/_components/pricing/price";
import { Badge } from "@/app/_components/ui/badge";
import { useWorkspace } from "@/app/_session/workspace";
import { decidedSentence } from "../_decisions/decision-text";
import type { RecommendationDetail } from "../_decisions/recommendation-detail";
import { isBelowFloor } from "../_decisions/why";

export type RowState = "waiting" | "underway" | "checking" | "left";

export interface FiguresProps {
  readonly row: RecommendationDetail;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly state: RowState;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string, on: boolean, range: boolean) => void;
}

interface InboxRowProps extends Omit<FiguresProps, "row"> {
  readonly id: string;
  /** Undefined until the figures are loaded. */
  readonly row: RecommendationDetail | undefined;
  readonly position: { readonly at: number; readonly of: number };
  /** Where the list puts the row. */
  readonly place: ComponentProps<"div">;
}

/** One entry of the inbox's list. */
export function InboxRow({ id, place, position, row, ...figures }: InboxRowProps) {
  return (
    <div
      {...place}
      role="listitem"
      aria-posinset={position.at}
      aria-setsize={position.of}
      data-entry={id}
      className="@container absolute inset-x-0 top-0"
    >
      {row ? <Figures row={row} {...figures} /> : <div className="h-[52px] @max-[40rem]:h-[84px]" />}
    </div>
  );
}

/** The row's content, which is drawn again only if something in it changes. */
const Figures = memo(function Figures({ row, isOpen, isSelected, state, onOpen, onSelect }: FiguresProps) {
  return (
    <DecisionRow
      as="div"
      title={row.item.title}
      detail={<Detail row={row} state={state} />}
      before={row.current_price}
      after={row.recommended_price}
      change={row.change_ratio}
      marginBefore={row.margin_before}
      marginAfter={row.margin_after}
      beforeBelowFloor={isBelowFloor(row)}
      since={row.created_at}
      current={isOpen}
      onOpen={() => onOpen(row.id)}
      selected={isSelected}
      {...(state === "left"
        ? {}
        : { onSelectedChange: (on: boolean, range: boolean) => onSelect(row.id, on, range) })}
    />
  );
});

function Detail({ row, state }: { row: RecommendationDetail; state: RowState }) {
  const { reader } = useWorkspace();
  const { median } = row.evidence.market;
  const badge =
    state === "checking" ? (
      <Badge tone="warn">no answer, checking</Badge>
    ) : state === "left" ? (
      <Badge>
        {row.status === "pending_approval"
          ? "left the list"
          : decidedSentence(row, reader).replace(/\.$/, "")}
      </Badge>
    ) : state === "underway" ? (
      <Badge>being written</Badge>
    ) : (
      movedBadge(row)
    );
  return (
    <>
      <span className="truncate">
        {row.item.sku}
        {median && badge === null ? (
          <>
            {" · market median "}
            <Price money={median} currency="none" />
          </>
        ) : null}
      </span>
      {badge}
    </>
  );
}

/** A badge for an item whose price or cost has changed since the recommendation was computed. */
function movedBadge(row: RecommendationDetail) {
  if (row.moved.price !== undefined) return <Badge tone="warn">price changed since</Badge>;
  if (row.moved.cost !== undefined) return <Badge tone="warn">cost changed since</Badge>;
  return null;
}
