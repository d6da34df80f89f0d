import { compareAmounts } from "@/server/market/extract/amount";
import { FIRST_OF_TWO, REGULAR_LABEL } from "@/server/market/extract/visible/price-lexicon";
import type { Scored } from "@/server/market/extract/visible/score-candidate";
import { MARKED } from "@/server/market/extract/weights/visible-weights";

const BESIDE = 400;
const ADJACENT = 120;
const WINDOW = 30;

/**
 * Returns the candidates judged by the ones beside them: what a name or label alone leaves open, a second amount
 * decides.
 * @param local the currency that the page's prices are expected in
 */
export const amongNeighbours = (scored: readonly Scored[], local: string | null): readonly Scored[] =>
  withNamesDoubted(scored).map((one, at, all) => withoutRival(one, near(all, at, BESIDE), local));

const near = (all: readonly Scored[], at: number, reach: number): readonly Scored[] => {
  const position = all[at]?.candidate.region.position ?? 0;
  return all
    .slice(Math.max(0, at - WINDOW), at + WINDOW)
    .filter((other) => Math.abs(other.candidate.region.position - position) < reach);
};

/** A class name such as `price-old` is a leftover when no cheaper price is near, so its penalty is removed. */
function withNamesDoubted(scored: readonly Scored[]): readonly Scored[] {
  return scored.map((one, at) => {
    if (one.pastByName === 0) return one;
    const cheaper = near(scored, at, BESIDE).some(
      (other) =>
        !other.other &&
        (!other.past || other.pastByName !== 0) &&
        compareAmounts(other.candidate.amount, one.candidate.amount) < 0,
    );
    return cheaper ? one : { ...one, score: one.score - one.pastByName, past: false };
  });
}

function withoutRival(one: Scored, beside: readonly Scored[], local: string | null): Scored {
  const rivals = beside.filter((other) => other !== one && !other.past && !other.other);
  if (one.byPiece !== 0) {
    const isPart = rivals.some((other) => compareAmounts(other.candidate.amount, one.candidate.amount) > 0);
    return isPart ? one : { ...one, score: one.score - one.byPiece, other: false };
  }
  if (one.past || one.other) return one;
  const adjacent = rivals.filter(
    (other) => Math.abs(other.candidate.region.position - one.candidate.region.position) < ADJACENT,
  );
  if (isRegular(one) && adjacent.some((other) => isCheaper(other, one))) {
    return { ...one, score: one.score + MARKED.regular, past: true };
  }
  return adjacent.some((other) => isConverted(one, other, local))
    ? { ...one, score: one.score + MARKED.converted, other: true }
    : one;
}

const isRegular = ({ candidate }: Scored): boolean =>
  FIRST_OF_TWO.test(candidate.before) || REGULAR_LABEL.test(`${candidate.lineBefore} ${candidate.before}`);

/** Whether the other amount is lower and nothing says that it is without tax. */
const isCheaper = (other: Scored, one: Scored): boolean =>
  !other.withoutTax && compareAmounts(other.candidate.amount, one.candidate.amount) < 0;

/** Whether an amount in a foreign currency stands beside one in the page's own. */
const isConverted = (one: Scored, other: Scored, local: string | null): boolean =>
  local !== null &&
  one.candidate.named &&
  other.candidate.named &&
  other.candidate.currency === local &&
  one.candidate.currency !== local;
