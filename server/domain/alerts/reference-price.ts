import { isAbovePrior, type PriorPrice } from "../items/prior-price";
import { formatPrice } from "../money";
import type { RunSignal } from "./kinds";

const SIGNAL = { kind: "reference_above_prior", severity: "warning", shortfallMinor: null } as const;

/** The signal of an item whose shop shows no reduction, or whose workspace does not ask. */
export const NO_REFERENCE: RunSignal = { ...SIGNAL, signal: "off", message: "" };

const KEEP: RunSignal = { ...NO_REFERENCE, signal: "keep" };

/**
 * Compares what a shop strikes through beside a reduction with the prior price, by which a reduction is announced
 * (Directive 98/6/EC, article 6a; Court of Justice, C-330/23). Where only a part of the 30 days is known, a lower price
 * of that part suffices. What the shop shows now decides the end; where that is unknown, the alert stays.
 * @param currency of the amounts
 */
export function referenceSignal(prior: PriorPrice, currency: string): RunSignal {
  const { struckThrough, price, isComplete, isShownKnown } = prior;
  if (struckThrough === null) return isShownKnown ? NO_REFERENCE : KEEP;
  if (price === null) return KEEP;
  if (!isAbovePrior(prior)) return NO_REFERENCE;
  const lowest = `${formatPrice(price, currency)}${isComplete ? "" : " or less"}`;
  const message = `The shop strikes ${formatPrice(struckThrough, currency)} through; the lowest price of the 30 days before the reduction was ${lowest}.`;
  return { ...SIGNAL, signal: "on", message };
}
