/**
 * For how many days the shop is there: costs that nobody confirmed since its beginning are just too old today, and were
 * not yet at the last run of the past.
 */
export const SHOP_DAYS = 91;

/**
 * How many days before the present the runs of the past were, oldest first. Results of runs are kept for ninety days by
 * default.
 */
export const RUN_DAYS = [
  88, 83, 79, 74, 70, 65, 61, 56, 52, 47, 43, 38, 34, 29, 25, 20, 16, 13, 8, 3,
] as const;

/** The last day before the present on which the market was looked at; what was seen since is today's. */
export const LAST_MARKET_DAY = 13;

/** The days on which the market was looked at, and the place in `RUN_DAYS` of the run that uses it first. */
export const MARKET_DAYS: readonly { readonly day: number; readonly run: number }[] = [
  { day: 89, run: 0 },
  ...RUN_DAYS.flatMap((day, run) => (run > 0 && day >= LAST_MARKET_DAY ? [{ day, run }] : [])),
  { day: LAST_MARKET_DAY + 2, run: RUN_DAYS.findIndex((day) => day === LAST_MARKET_DAY) },
];
