"use client";

import { clsx } from "clsx";
import { type ReactNode, useRef } from "react";
import { Checkbox } from "@/app/_components/ui/checkbox";
import { Age } from "./age";
import type { WireMoney, WireRatio, WireTime } from "./contract-types";
import { MarginChange } from "./margin-change";
import { Price } from "./price";
import { PriceChange } from "./price-change";

type DecisionRowProps = {
  title: string;
  /** The second, quieter line: the sku, stale inputs, a `Badge` for anything unusual. */
  detail?: ReactNode;
  before: WireMoney | null;
  /** Null for advice, which proposes no price; `detail` then says what to check. */
  after: WireMoney | null;
  change?: WireRatio | null;
  marginBefore: WireRatio | null;
  marginAfter: WireRatio | null;
  floor?: WireRatio | null;
  /** True if the margin before lies below a floor that is known as a price only. */
  beforeBelowFloor?: boolean;
  since: WireTime;
  /** True for the row whose details are open. */
  current?: boolean;
  onOpen: () => void;
  /** Omitted if rows cannot be selected. */
  selected?: boolean;
  /** `range` is set if Shift was held, which chooses every row from the last chosen one to this one. */
  onSelectedChange?: (selected: boolean, range: boolean) => void;
  /** The element, if the list has elements of its own for its items. */
  as?: "li" | "div";
};

/**
 * One proposed price in a list, about 50 px high; where it is narrow the figures go below the name. Put it in a `ul`.
 */
export function DecisionRow(props: DecisionRowProps) {
  const { current = false, onSelectedChange, as: Row = "li" } = props;
  const withShift = useRef(false);
  return (
    <Row
      aria-current={current || undefined}
      className={clsx(
        "@container relative flex items-start gap-3.5 rounded-[9px] px-3 py-[9px]",
        "has-[[data-open]:focus-visible]:outline-2 has-[[data-open]:focus-visible]:-outline-offset-2 has-[[data-open]:focus-visible]:outline-accent",
        current ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover",
      )}
    >
      {onSelectedChange ? (
        <Checkbox
          aria-label={`Select ${props.title}`}
          checked={props.selected ?? false}
          onClick={(event) => {
            withShift.current = event.shiftKey;
          }}
          onCheckedChange={(checked) => onSelectedChange(checked === true, withShift.current)}
          className="z-10 mt-0.5 @min-[40rem]:self-center @min-[40rem]:mt-0"
        />
      ) : null}
      <div className="flex min-w-0 flex-1 gap-x-3.5 @max-[40rem]:flex-col @min-[40rem]:items-center">
        <div className="min-w-0 flex-1">
          <button
            type="button"
            data-open
            onClick={props.onOpen}
            className="block max-w-full truncate text-left font-[520] outline-none before:absolute before:inset-0 before:rounded-[9px]"
          >
            {props.title}
          </button>
          <div className="num flex items-center gap-1.5 truncate text-xs text-ink-dim">
            {props.detail}
            <Age at={props.since} className="ml-auto shrink-0 pl-2 @min-[40rem]:hidden" />
          </div>
        </div>
        <Figures {...props} />
      </div>
    </Row>
  );
}

function Figures(props: DecisionRowProps) {
  return (
    <div className="flex items-center gap-x-3.5 @max-[40rem]:flex-wrap @max-[40rem]:gap-x-2 @max-[40rem]:pt-1">
      {props.after ? (
        <>
          <PriceChange
            before={props.before}
            after={props.after}
            change={props.change}
            className="@max-[40rem]:justify-start @min-[40rem]:w-[184px]"
          />
          <MarginChange
            before={props.marginBefore}
            after={props.marginAfter}
            floor={props.floor}
            beforeBelowFloor={props.beforeBelowFloor}
            className="text-xs @min-[40rem]:w-[104px]"
          />
        </>
      ) : props.before ? (
        <span className="num text-ink-soft @min-[40rem]:mr-[182px]">
          <Price money={props.before} currency="none" />
        </span>
      ) : null}
      <Age at={props.since} className="ml-auto w-11 text-right text-xs text-ink-dim @max-[40rem]:hidden" />
    </div>
  );
}
