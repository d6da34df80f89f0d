import type { MarketPosition } from "@/server/domain/items/market-position";

/** Where an item's price stands to the market, in a word or two. */
export const POSITION_LABELS: Readonly<Record<MarketPosition, string>> = {
  below: "Below the market",
  at: "At the market",
  above: "Above the market",
  unknown: "Position unknown",
};

/** Why the position of an item with a market may be unknown to the filter. */
export const POSITION_UNKNOWN_DETAIL = "Positions of changed items are computed within seconds.";
