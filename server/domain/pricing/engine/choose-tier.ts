import type { Evaluated } from "@/server/domain/pricing/engine/outliers";
import type { CompiledTier } from "@/server/domain/pricing/engine/tiers";
import { sellerKey } from "@/server/domain/pricing/inputs";

const isOf = ({ keys, ofOthers }: CompiledTier, seller: string): boolean =>
  keys.has(sellerKey(seller)) !== ofOthers;

/** Which tier is the market of an item, and those before it that have too few prices. */
export type ChosenTier = {
  /** Its place among the tiers; null where none has enough prices. */
  readonly index: number | null;
  readonly weights: CompiledTier["weights"];
  /** How many prices are of sellers in no tier. */
  readonly outside: number;
  readonly unfilled: readonly { readonly label: string; readonly used: number; readonly needed: number }[];
};

/**
 * Takes the first tier that has enough of the observations not refused so far, and refuses all others; where no tier
 * has, it refuses all. Null without tiers.
 */
export function chooseTier(
  evaluated: readonly Evaluated[],
  tiers: readonly CompiledTier[],
): ChosenTier | null {
  if (tiers.length === 0) return null;
  const counting = evaluated.filter(({ refusal }) => refusal === null);
  const used = tiers.map((tier) => counting.filter((one) => isOf(tier, one.observation.seller)).length);
  const found = tiers.findIndex(({ needed }, index) => (used[index] ?? 0) >= needed);
  const chosen = tiers[found] ?? null;
  let outside = 0;
  for (const one of counting) {
    const { seller } = one.observation;
    if (chosen !== null && isOf(chosen, seller)) continue;
    const isOutside = !tiers.some((tier) => isOf(tier, seller));
    if (isOutside) outside += 1;
    one.refusal = "other_tier";
    one.note = isOutside
      ? "The policy counts this seller in no tier."
      : chosen === null
        ? "Its tier of sellers has too few prices."
        : `Another tier of sellers counts: ${chosen.label}.`;
  }
  const before = chosen === null ? tiers : tiers.slice(0, found);
  return {
    index: chosen === null ? null : found,
    weights: chosen?.weights ?? null,
    outside,
    unfilled: before.map(({ label, needed }, index) => ({ label, needed, used: used[index] ?? 0 })),
  };
}
