// What a price weighs by the layers that claim it, and how sure it is by that. README.md of the reader says how the
// weights came about and what was measured with them.
import type { Layer } from "@/server/market/extract/page-offer";

/** A claim of a price, by its layer. By hand, 2026-11-21; options 2026-11-26. */
export const LAYERS: Readonly<Record<Layer, number>> = {
  json_ld: 6,
  microdata: 6,
  rdfa: 5,
  page_meta: 4.5,
  embedded_state: 3.2,
  page_attributes: 2,
  page_options: 4,
  page_text: 0,
};

/** What a claim weighs in place of its layer's weight. By hand, 2026-11-21. */
export const CLAIM = {
  /** Embedded state without a fraction, which may be minor units. */
  wholeState: 1.5,
  /** Embedded state or an attribute, with a currency and a fraction. */
  stateWithCurrency: 4,
  low: 3.6,
  oneOf: 2,
  /** The share of its weight that a further layer adds to the same amount. */
  again: 0.5,
  /** A claimed amount that the page shows only as a former price, and the least that showing it adds. */
  struckOut: -5,
  seenElsewhere: 0,
  /** The share that an amount adds to the same price with or without tax; 2026-11-23. */
  agreement: 0.5,
} as const;

/** From weights to a confidence. By hand, 2026-11-21; a clear lead and an announced price 2026-11-23. */
export const CONFIDENCE = {
  /** Below this confidence the result would be a guess. */
  bar: 0.55,
  /** The total at which the confidence is one half, and how fast it grows there. */
  middle: 3.2,
  slope: 0.65,
  /** What is left of it by how far the next amount is behind. */
  lead: [
    [1, 0.6],
    [2, 0.85],
    [Number.POSITIVE_INFINITY, 1],
  ],
  /** What is left of it where data claims an amount that is not visible and less than `far` behind. */
  contested: 0.5,
  far: 3,
  /** The least total of an amount that is far ahead of all others, and its confidence. */
  clear: 3,
  ofClearLead: 0.6,
  /** The least total of a price "from" that turns a higher one into that of a variant. */
  announced: 1,
} as const;
