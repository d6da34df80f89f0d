// What tells the product of a page, its title, its buy button and its stock. README.md of the reader says how the
// weights came about and what was measured with them.

/** What a page says of its stock. By hand, 2026-11-21; later where a date says so. */
export const STOCK = {
  structured: 3,
  meta: 2,
  /** The end of the whole page; 2026-11-23. */
  ended: 9,
  /** A text beside the price, and one farther away or that data and an enabled buy button contradict (2026-11-23). */
  out: 5,
  doubtedOut: 2.2,
  in: 2.5,
  button: 1.5,
  /** One of several buttons alike far away, and a disabled one; 2026-11-23. */
  doubtfulButton: 0.8,
  disabled: 0.5,
  /** An offered price without any statement against it. */
  offered: 0.4,
} as const;

/** An item of structured data as the page's product. By hand, 2026-11-21. */
export const PRODUCT = {
  /** For the likeness of its name to the page's titles, from 0 to 1. */
  name: 2.5,
  address: 2,
  idInAddress: 1,
  offered: 1.5,
  top: 0.5,
  typed: 0.5,
  /** Items this far behind the best are as likely the product. */
  asGood: 0.6,
} as const;

/** A heading as the product's title. By hand, 2026-11-21. */
export const TITLE = {
  /** For its likeness to the page's titles, from 0 to 1. */
  name: 2.5,
  /** Shared by all headings of the first rank. */
  firstRank: 1,
  secondRank: 0.3,
  hidden: -0.8,
  /** By how much a later line has to be more alike than an earlier one. */
  laterLine: 0.05,
} as const;

/** A control as the product's buy button. By hand, 2026-11-21; `least` 2026-11-26. */
export const BUY_BUTTON = {
  apart: -3,
  hidden: -1.5,
  name: 0.5,
  text: 0.5,
  link: -0.8,
  /** From the title to a button after it, and back to one before it, in characters of the page's text. */
  afterTitle: [
    [600, 1.5],
    [2000, 0.8],
    [6000, 0],
    [Number.POSITIVE_INFINITY, -1],
  ],
  beforeTitle: [
    [150, 0.3],
    [1500, -0.3],
    [Number.POSITIVE_INFINITY, -1],
  ],
  /** Below this weight the page's only button in a column is taken instead. */
  least: -0.8,
} as const;

/** From which likeness (0 to 1) two names are one. By hand, 2026-11-21. */
export const ALIKE = {
  title: 0.6,
  inState: 0.75,
  /**
   * A card's link and the product, a product and its page, a page and the words of the requested address; 2026-11-26.
   */
  card: 0.6,
  ofPage: 0.5,
  address: 0.6,
  /** What is left of the likeness of a single word to a longer name. */
  ofOneWord: 0.5,
} as const;
