import type { StockWord } from "@/server/market/extract/availability/visible-stock";
import type { Availability, PageStock } from "@/server/market/extract/page-offer";

export type StockEvidence = {
  /** The availability in structured data, with its source text. */
  readonly structured: { readonly availability: Availability; readonly snippet: string } | null;
  readonly meta: { readonly availability: Availability; readonly snippet: string } | null;
  readonly visible: readonly StockWord[];
  /** The buy button for the page's product. */
  readonly button: { readonly enabled: boolean; readonly hidden: boolean; readonly text: string } | null;
  readonly hasPrice: boolean;
};

const STRUCTURED = 3;
const META = 2;
const SEEN_OUT = 5;
const SEEN_IN = 2.5;
const BUTTON = 1.5;
const OFFERED = 0.4;

const buyable = (availability: Availability): boolean =>
  availability !== "out_of_stock" && availability !== "discontinued" && availability !== "unknown";

/**
 * Weighs what a page states about availability. Visible text beside the price outweighs structured data, which shops
 * often leave outdated; an offered price without any statement against it counts as weakly in stock.
 */
export function stockOfPage(evidence: StockEvidence): PageStock {
  const votes = votesOf(evidence);
  const sum = votes.reduce(
    (total, vote) => total + (buyable(vote.availability) ? vote.weight : -vote.weight),
    0,
  );
  if (votes.length === 0 || sum === 0) return { availability: "unknown", confidence: 0, snippet: "" };
  const winners = votes
    .filter((vote) => buyable(vote.availability) === sum > 0)
    .toSorted((left, right) => right.weight - left.weight);
  const precise = winners.find(
    (vote) => vote.availability !== "in_stock" && vote.availability !== "out_of_stock",
  );
  const kind = precise !== undefined && precise.weight >= SEEN_IN ? precise : winners[0];
  return {
    availability: kind?.availability ?? "unknown",
    confidence: Math.round((1 - Math.exp(-Math.abs(sum) / 2)) * 100) / 100,
    snippet: winners.find((vote) => vote.snippet !== "")?.snippet ?? "",
  };
}

type Vote = { readonly availability: Availability; readonly weight: number; readonly snippet: string };

function votesOf(evidence: StockEvidence): readonly Vote[] {
  const votes: Vote[] = [];
  if (evidence.structured !== null) votes.push({ ...evidence.structured, weight: STRUCTURED });
  else if (evidence.meta !== null) votes.push({ ...evidence.meta, weight: META });
  const out = evidence.visible.find((word) => !buyable(word.availability));
  const has = evidence.visible.find((word) => buyable(word.availability));
  if (out !== undefined)
    votes.push({ availability: out.availability, snippet: out.snippet, weight: SEEN_OUT });
  if (has !== undefined)
    votes.push({ availability: has.availability, snippet: has.snippet, weight: SEEN_IN });
  const { button } = evidence;
  if (button !== null && !button.hidden) {
    const availability = button.enabled ? "in_stock" : "out_of_stock";
    votes.push({ availability, snippet: button.text, weight: button.enabled ? BUTTON : BUTTON / 3 });
  }
  if (evidence.hasPrice) votes.push({ availability: "in_stock", snippet: "", weight: OFFERED });
  return votes;
}
