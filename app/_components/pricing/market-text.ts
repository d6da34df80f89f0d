/** The market figures of a catalog item. */
type Market = {
  readonly count: number;
  readonly max_age_days: number | null;
  readonly min_offers: number | null;
};

/** Describes what a market median is computed from: "median of 4 offers not older than 14 days". */
export function marketText({ count, max_age_days: age, min_offers: least }: Market): string {
  if (count === 0) return "no offer counts";
  const offers = `${count} ${count === 1 ? "offer" : "offers"}`;
  const dated = age === null ? "" : ` not older than ${age} ${age === 1 ? "day" : "days"}`;
  const few = least !== null && count < least ? `; runs need ${least}` : "";
  return `median of ${offers}${dated}${few}`;
}
