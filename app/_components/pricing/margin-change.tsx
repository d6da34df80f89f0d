"use client";

import { clsx } from "clsx";
import type { WireRatio } from "./contract-types";
import { compareDecimals } from "./format";
import { Percent } from "./price";
import { Arrow } from "./price-change";

/** The margin before and after. Below the floor it is red and announced as such to a screen reader; a gain is green. */
export function MarginChange(props: {
  before: WireRatio | null;
  after: WireRatio | null;
  /** The policy's margin floor; margins below it are marked. */
  floor?: WireRatio | null;
  /** True if the margin before lies below a floor that is known as a price only. */
  beforeBelowFloor?: boolean;
  className?: string;
}) {
  const { before, after, floor } = props;
  const gain = before !== null && after !== null && compareDecimals(after, before) > 0;
  return (
    <span className={clsx("num inline-flex items-baseline gap-1 whitespace-nowrap", props.className)}>
      <span className="sr-only">margin</span>
      <OneMargin ratio={before} floor={floor} belowFloor={props.beforeBelowFloor} />
      <Arrow />
      <OneMargin ratio={after} floor={floor} isResult gain={gain} />
    </span>
  );
}

function OneMargin(props: {
  ratio: WireRatio | null;
  floor?: WireRatio | null;
  belowFloor?: boolean;
  /** True for the margin after the change, which is printed in bold, and green if it is a gain. */
  isResult?: boolean;
  gain?: boolean;
}) {
  const { ratio, floor, belowFloor = false } = props;
  const below =
    ratio !== null && (belowFloor || (typeof floor === "string" && compareDecimals(ratio, floor) < 0));
  return (
    <span className={clsx(props.isResult && "font-[620]", below ? "text-down" : props.gain && "text-up")}>
      <Percent ratio={ratio} />
      {below ? <span className="sr-only"> (below the floor)</span> : null}
    </span>
  );
}
