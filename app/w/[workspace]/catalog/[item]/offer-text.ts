import type { BadgeTone } from "@/app/_components/ui/badge";
import type { Outputs } from "@/app/_trpc/client";

export type Offer = Outputs["offers"]["list"]["data"][number];
type Check = NonNullable<Offer["last_check"]>;

const OUTCOMES: Readonly<Record<Check["outcome"], { label: string; tone: BadgeTone }>> = {
  price: { label: "Price read", tone: "accent" },
  unchanged: { label: "Unchanged", tone: "accent" },
  no_price: { label: "No price found", tone: "warn" },
  other_currency: { label: "Other currency", tone: "warn" },
  reported_wrong: { label: "Reported as wrong", tone: "warn" },
  refused_by_robots: { label: "Not allowed by the site", tone: "warn" },
  failed: { label: "Could not be read", tone: "bad" },
};

/** Returns the label of the last page check's outcome. */
export const outcomeLabel = (outcome: Check["outcome"]): { label: string; tone: BadgeTone } =>
  OUTCOMES[outcome];

const SOURCES: Readonly<Record<string, string>> = {
  json_ld: "the page's product data",
  microdata: "the page's product data",
  rdfa: "the page's product data",
  page_meta: "the page's description for other sites",
  embedded_state: "the page's own data",
  page_attributes: "the page's own data",
  page_options: "the chosen option",
  page_text: "the visible page",
  selector: "where the selector points",
};

/** Describes the source of a price: "from the page's product data and the visible page, 96 % sure". */
export function methodText(method: string, confidence: string | null): string {
  const sources = [
    ...new Set(method.split("+").map((layer) => SOURCES[layer] ?? layer.replaceAll("_", " "))),
  ];
  const last = sources.pop() ?? "";
  const listed = sources.length === 0 ? last : `${sources.join(", ")} and ${last}`;
  const sure = confidence === null ? "" : `, ${Math.round(Number(confidence) * 100)} % sure`;
  return `from ${listed}${sure}`;
}

/** Describes what a check read that was requested a moment ago. */
export function readByText({ checking, last_check: last }: Pick<Offer, "checking" | "last_check">): string {
  if (checking || last === null) return "The page is checked shortly.";
  if (last.price !== null) return `It reads ${last.price.amount} ${last.price.currency}.`;
  return last.reason ?? "No price was read.";
}

/** Describes why the selector that was saved a moment ago gives no price; null when it does, or is not tried yet. */
export function silentSelectorText({
  checking,
  last_check: last,
}: Pick<Offer, "checking"> & {
  readonly last_check: Pick<Check, "outcome" | "reason" | "price_selector"> | null;
}): string | null {
  if (checking || last === null || last.price_selector === null || last.outcome !== "failed") return null;
  return `${last.reason ?? "No price was read."} It is saved, and every check of the page fails until it is corrected or removed.`;
}

/** Describes why a page has no time for its next check; null if its time is shown. */
export function nextCheckText({
  status,
  checking,
  next_check_at: next,
}: Pick<Offer, "status" | "checking" | "next_check_at">): string | null {
  if (status === "paused") return "paused";
  if (checking) return "being checked";
  return next === null ? "checked only with a run or by hand" : null;
}
