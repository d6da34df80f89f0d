import type { MarginFactors } from "@/server/domain/margin";
import { formatAmount } from "@/server/domain/money";

/**
 * What each unit costs besides, as a text behind a floor or an aim: " after 0.30 of fees a unit"; empty without any.
 */
export const fixedText = ({ fixed }: MarginFactors): string =>
  fixed === null ? "" : ` after ${formatAmount(fixed.minor, fixed.currency)} of fees a unit`;
