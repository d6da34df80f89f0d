"use client";

import { clsx } from "clsx";
import type { WireMoney, WireRatio } from "./contract-types";
import { type CurrencyDisplay, changeBetween, signOf } from "./format";
import { Percent, Price } from "./price";

const SIZE = {
  row: {
    box: "justify-end gap-x-1.5",
    before: "text-ink-dim",
    after: "font-[620]",
    change: "min-w-[58px] text-right",
  },
  hero: {
    box: "flex-wrap gap-x-3",
    before: "text-xl text-ink-dim",
    after: "text-[30px] leading-9 font-[640] tracking-[-0.025em]",
    change: "text-sm font-[560]",
  },
} as const;

/**
 * A proposed price change: the price before struck through, the one after in bold, the change with its sign.
 * `row` for lists, right-aligned so that figures line up; `hero` for the decision itself.
 */
export function PriceChange(props: {
  before: WireMoney | null;
  after: WireMoney;
  /** The API's ratio; computed from the two prices if omitted. */
  change?: WireRatio | null;
  size?: keyof typeof SIZE;
  currency?: CurrencyDisplay;
  className?: string;
}) {
  const { before, after, size = "row", currency = size === "row" ? "none" : "code" } = props;
  const change = props.change ?? (before ? changeBetween(before, after) : null);
  const style = SIZE[size];
  const sign = change === null ? 0 : signOf(change);
  return (
    <span className={clsx("num flex items-baseline whitespace-nowrap", style.box, props.className)}>
      {before ? (
        <del className={clsx("decoration-1", style.before)}>
          <span className="sr-only">from </span>
          <Price money={before} currency="none" />
        </del>
      ) : null}
      <span className={style.after}>
        <span className="sr-only">to </span>
        <Price money={after} currency={currency} />
      </span>
      <span className={clsx(style.change, sign > 0 && "text-up", sign < 0 && "text-down")}>
        {change === null ? null : <Percent ratio={change} signed />}
      </span>
    </span>
  );
}

/** An amount before and after, such as the profit per unit. Green only where more is better. */
export function AmountChange(props: {
  before: WireMoney | null;
  after: WireMoney | null;
  currency?: CurrencyDisplay;
  className?: string;
}) {
  const { before, after, currency = "none" } = props;
  const change = before && after ? changeBetween(before, after) : null;
  const better = change !== null && signOf(change) > 0;
  return (
    <span className={clsx("num inline-flex items-baseline gap-1 whitespace-nowrap", props.className)}>
      <Price money={before} currency={currency} />
      <Arrow />
      <Price money={after} currency={currency} className={clsx("font-[620]", better && "text-up")} />
    </span>
  );
}

/** The arrow between before and after, spoken as "to". */
export function Arrow() {
  return (
    <span>
      <span aria-hidden className="text-ink-dim">
        →
      </span>
      <span className="sr-only">to</span>
    </span>
  );
}
