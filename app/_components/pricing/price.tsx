"use client";

import { clsx } from "clsx";
import type { WireMoney, WireRatio } from "./contract-types";
import {
  type CurrencyDisplay,
  formatCount,
  formatIndex,
  formatMoney,
  formatPercent,
  type PercentStyle,
  statedText,
} from "./format";
import { useLocale } from "./locale";

/** Placeholder for an unknown value: a dash on screen, the word for a screen reader. Never a zero. */
export function Unknown({ word = "unknown", className }: { word?: string; className?: string }) {
  return (
    <span className={clsx("text-ink-dim", className)}>
      <span aria-hidden>–</span>
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** An amount of money in the reader's notation, with tabular figures. */
export function Price(props: { money: WireMoney | null; currency?: CurrencyDisplay; className?: string }) {
  const locale = useLocale();
  if (!props.money) return <Unknown className={props.className} />;
  return (
    <span className={clsx("num whitespace-nowrap", props.className)}>
      {formatMoney(props.money, locale, props.currency)}
    </span>
  );
}

/** A ratio as a percentage. */
export function Percent(props: { ratio: WireRatio | null; className?: string } & PercentStyle) {
  const locale = useLocale();
  if (props.ratio === null) return <Unknown className={props.className} />;
  return (
    <span className={clsx("num whitespace-nowrap", props.className)}>
      {formatPercent(props.ratio, locale, { digits: props.digits, signed: props.signed })}
    </span>
  );
}

/** A price index, with 100 for the market. */
export function Index({ ratio, className }: { ratio: WireRatio | null; className?: string }) {
  const locale = useLocale();
  if (ratio === null) return <Unknown className={className} />;
  return <span className={clsx("num whitespace-nowrap", className)}>{formatIndex(ratio, locale)}</span>;
}

/** A sentence of the service, its figures written as the page's own. */
export function Stated({ text }: { text: string | null }) {
  const locale = useLocale();
  return text === null ? null : statedText(text, locale);
}

/** A whole number with separators. */
export function Count({ value, className }: { value: number; className?: string }) {
  const locale = useLocale();
  return <span className={clsx("num", className)}>{formatCount(value, locale)}</span>;
}
