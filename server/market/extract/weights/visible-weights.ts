// What a visible amount weighs as the price of the page's product. README.md of the reader says how the weights came
// about and what was measured with them.
import type { PriceForm } from "@/server/market/price-text/reading";

/** A visible amount by its form. By hand, 2026-11-21. */
export const FORMS: Readonly<Record<PriceForm, number>> = {
  exact: 0,
  from: -0.5,
  up_to: -3,
  range: -0.8,
  per_unit: -4,
  was: -4,
  instalment: -5,
  saving: -5,
  extra: -5,
  free: -5,
  bundle: -3,
};

/**
 * A visible amount by the words and names that mark it as another one. By hand, 2026-11-21; `byPiece`, `regular` and
 * `converted` with the neighbours of decision 068 (2026-11-23, 101 pages without their data: 69 right before, 84 after,
 * none wrong), `elsewhere` 2026-11-26.
 */
export const MARKED = {
  /** A former price: struck out or above a discount, by a label, by a class, by a word that other prices have too. */
  struck: -6,
  was: -4,
  wasByName: -2.5,
  maybeWas: -1.2,
  /** A label such as "regular price" alone. */
  regularLabel: -1.2,
  /** A regular price beside a cheaper one, and one in another currency beside the page's. */
  regular: -4,
  converted: -4,
  byPiece: -4,
  /** In a sentence, or in the card of another product. */
  elsewhere: -4,
  /** A label of something other than the price, or a class that names something else. */
  labelled: -4,
  namedOtherwise: -2.5,
  /** From these weights on, an amount is a former price, or something other than one. */
  past: -2,
  other: -3,
} as const;

/** A visible amount by where it stands. By hand, 2026-11-21. Distances are in characters of the page's text. */
export const PLACE = {
  /** From the title to an amount after it, and back to one before it. */
  afterTitle: [
    [200, 2.5],
    [600, 2],
    [1500, 1.2],
    [4000, 0.4],
    [Number.POSITIVE_INFINITY, -0.5],
  ],
  beforeTitle: [
    [200, 1],
    [1000, -0.5],
    [Number.POSITIVE_INFINITY, -2],
  ],
  toBuyButton: [
    [120, 2],
    [400, 1.3],
    [1000, 0.6],
    [Number.POSITIVE_INFINITY, 0],
  ],
  /** Around the buy button, and before the title but beside the button: from `besideButton` on. */
  aroundButton: 0.5,
  besideButton: 1.3,
  beforeTitleAtButton: 1,
  /** In a part of the page about something else, in one of several blocks alike, of two, in a table, in a link. */
  apart: -4,
  repeated: -4,
  twice: -2.5,
  rows: -1,
  linked: -1.5,
  hidden: -2.5,
} as const;

/** A visible amount by how it is written and named. By hand, 2026-11-21; `described` 2026-11-23 with decision 068. */
export const WRITTEN = {
  withCurrency: 1,
  nowLabel: 0.8,
  priceName: 1.5,
  nowName: 0.6,
  priceProperty: 1.5,
  heading: 0.4,
  bigName: 0.4,
  bigType: 0.4,
  /** By the length of its line. */
  line: [
    [51, 0],
    [91, -0.6],
    [161, -1.5],
    [Number.POSITIVE_INFINITY, -2.5],
  ],
  uncertain: -0.3,
  /** The first of all amounts, each of up to three repetitions, and an amount that the title or description states. */
  first: 0.5,
  again: 0.3,
  described: 1.5,
} as const;
