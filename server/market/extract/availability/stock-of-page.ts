import type { StockWord } from "@/server/market/extract/availability/visible-stock";
import type { Availability, PageStock } from "@/server/market/extract/page-offer";
import { STOCK } from "@/server/market/extract/weights/page-weights";

export type StockButton = {
  readonly enabled: boolean;
  readonly hidden: boolean;
  /** Whether a variant has to be chosen first, so that a disabled button states nothing. */
  readonly needsChoice: boolean;
  /** Whether it is one of several alike, far from the title: it may be another product's. */
  readonly doubtful: boolean;
  readonly text: string;
};

export type StockEvidence = {
  /** The availability in structured data, with its source text. */
  readonly structured: { readonly availability: Availability; readonly snippet: string } | null;
  readonly meta: { readonly availability: Availability; readonly snippet: string } | null;
  readonly visible: readonly StockWord[];
  /** The buy button for the page's product. */
  readonly button: StockButton | null;
  readonly hasPrice: boolean;
};

const buyable = (availability: Availability): boolean =>
  availability !== "out_of_stock" && availability !== "discontinued" && availability !== "unknown";

/**
 * Weighs what a page states about availability. The end of the whole page outweighs everything. Visible text beside
 * the price outweighs structured data, which shops often leave outdated, unless an enabled buy button agrees with the
 * data; an offered price without any statement against it counts as weakly in stock.
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
  const kind = precise !== undefined && precise.weight >= STOCK.in ? precise : winners[0];
  return {
    availability: kind?.availability ?? "unknown",
    confidence: Math.round((1 - Math.exp(-Math.abs(sum) / 2)) * 100) / 100,
    snippet: winners.find((vote) => vote.snippet !== "")?.snippet ?? "",
  };
}

type Vote = { readonly availability: Availability; readonly weight: number; readonly snippet: string };

function votesOf(evidence: StockEvidence): readonly Vote[] {
  const votes: Vote[] = [];
  if (evidence.structured !== null) votes.push({ ...evidence.structured, weight: STOCK.structured });
  else if (evidence.meta !== null) votes.push({ ...evidence.meta, weight: STOCK.meta });
  const outs = evidence.visible.map((word) => outVote(word, evidence)).filter((vote) => vote !== null);
  const [out] = outs.toSorted((left, right) => right.weight - left.weight);
  const has = evidence.visible.find((word) => buyable(word.availability));
  if (out !== undefined) votes.push(out);
  if (has !== undefined)
    votes.push({ availability: has.availability, snippet: has.snippet, weight: STOCK.in });
  const button = evidence.button === null ? null : buttonVote(evidence.button);
  if (button !== null) votes.push(button);
  if (evidence.hasPrice) votes.push({ availability: "in_stock", snippet: "", weight: STOCK.offered });
  return votes;
}

function outVote(word: StockWord, { button, structured, meta }: StockEvidence): Vote | null {
  const { availability, snippet } = word;
  if (buyable(availability)) return null;
  const canBuy = button?.enabled === true && !button.hidden && !button.doubtful;
  if (word.kind === "notify" && canBuy) return null;
  if (word.kind === "ended" && word.near && !canBuy) return { availability, snippet, weight: STOCK.ended };
  const data = structured ?? meta;
  const mismatched = canBuy && data !== null && buyable(data.availability);
  return { availability, snippet, weight: word.near && !mismatched ? STOCK.out : STOCK.doubtedOut };
}

function buttonVote(button: StockButton): Vote | null {
  const snippet = button.text;
  if (button.hidden) return null;
  if (button.enabled)
    return {
      availability: "in_stock",
      snippet,
      weight: button.doubtful ? STOCK.doubtfulButton : STOCK.button,
    };
  return button.needsChoice || button.doubtful
    ? null
    : { availability: "out_of_stock", snippet, weight: STOCK.disabled };
}
