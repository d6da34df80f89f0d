import { type InactiveState, ITEM_STATES } from "@/server/domain/items/item-state";
import type { SkipReason } from "@/server/domain/pricing/outcome";
import type { RunTrigger } from "@/server/domain/runs/run";

/** What a reason for no new price says and advises; a link leads below the workspace's page to where that is done. */
interface ReasonText {
  readonly label: string;
  /** Null where nothing is to be done. */
  readonly advice: string | null;
  readonly links?: readonly { readonly label: string; readonly path: string }[];
}

const IMPORT_COSTS = { label: "Import costs", path: "/catalog/import" };

const SKIPPED: Readonly<Record<SkipReason | InactiveState, ReasonText>> = {
  no_price: { label: "No price in the catalog", advice: "Give these items a price." },
  currency_mismatch: { label: "Priced in another currency than the policy", advice: "Check their currency." },
  unknown_cost: {
    label: "Cost unknown",
    advice: "Enter their cost in the catalog, or import it.",
    links: [{ label: "Enter costs", path: "/catalog?cost=unknown" }, IMPORT_COSTS],
  },
  stale_cost: {
    label: "Cost too old",
    advice: "Enter their present cost on their pages, or import it.",
    links: [IMPORT_COSTS],
  },
  no_market_data: { label: "No competitor price known", advice: "Import competitor prices." },
  stale_market: { label: "Competitor prices too old", advice: "Import newer competitor prices." },
  too_few_observations: { label: "Too few competitor prices", advice: "Import more competitor prices." },
  market_outliers: {
    label: "Competitor prices too far apart",
    advice: "Check that they show the same product.",
  },
  no_seller_price: {
    label: "The seller to follow has no usable price",
    advice: "Import the prices of the seller that the policy names.",
  },
  no_permitted_price: {
    label: "No price keeps every rule",
    advice: "Look at the policy's limits for these items.",
  },
  no_permitted_ending: {
    label: "No permitted ending within the limits",
    advice: "Allow another price ending.",
  },
  no_stable_price: {
    label: "The new price would be moved on at once",
    advice: "Look at where the policy's price bands meet.",
  },
  sale_price: {
    label: "The new price would end a sale in the store",
    advice: "They get a price once the sale is over.",
  },
  compare_at: {
    label: "The new price would make a struck-through price false",
    advice: "Change the struck-through price in the store.",
  },
  at_target: { label: "Already at the right price", advice: null },
  hold: { label: "Held by the policy", advice: null },
  archived: { label: "Archived", advice: null },
  missing: { label: "No longer in the store", advice: null },
  disabled: { label: "Disabled in the store", advice: null },
};

/** Returns what a reason for no new price says, and what to do about it. */
export function reasonText(reason: string): ReasonText {
  const known = new Map<string, ReasonText>(Object.entries(SKIPPED));
  return known.get(reason) ?? { label: reason.replaceAll("_", " "), advice: null };
}

/** Returns the reasons why items got no new price, each with advice; the most frequent reason first. */
export const skippedText = (
  skipped: Readonly<Record<string, number>>,
): (ReasonText & { reason: string; count: number })[] =>
  Object.entries(skipped)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => ({ reason, count, ...reasonText(reason) }));

const TRIGGERS: Readonly<Record<RunTrigger, string>> = {
  manual: "By hand",
  schedule: "By schedule",
  api: "Over the API",
  mcp: "By an agent",
};

/** Returns the label of a run's trigger. */
export const triggerText = (trigger: string): string =>
  new Map<string, string>(Object.entries(TRIGGERS)).get(trigger) ?? trigger;

/** Describes the items of a run. */
export function scopeText(run: { subset_tags: readonly string[]; item_ids: readonly string[] }): string {
  const { subset_tags: tags, item_ids: items } = run;
  if (items.length > 0)
    return `${items.length === 1 ? "One item" : `${items.length} items`} with a corrected price`;
  return tags.length === 0 ? "Whole catalog" : `Tagged ${tags.join(", ")}`;
}

interface ShownInputs {
  readonly store_sync: "for_this_run" | "earlier" | null;
  readonly page_checks: { readonly requested: number; readonly answered: number };
}

/** Says which inputs were fresh for the run, in sentences; null before it has begun. */
export function inputsText(inputs: ShownInputs | null): string | null {
  if (inputs === null) return null;
  const { requested, answered } = inputs.page_checks;
  const store = {
    for_this_run: "The store was synced for this run.",
    earlier: "The store was synced earlier, not for this run.",
  };
  const pages =
    requested === 0
      ? "No competitor's page was due."
      : `${answered} of ${requested} competitors' pages that were due had answered when it began.`;
  return [inputs.store_sync && store[inputs.store_sync], pages].filter(Boolean).join(" ");
}

/** Formats a run's duration: "1.4 s", "2 min 05 s". Null unless it has both started and finished. */
export function durationText(startedAt: string | null, finishedAt: string | null): string | null {
  if (startedAt === null || finishedAt === null) return null;
  const ms = Date.parse(finishedAt) - Date.parse(startedAt);
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
}

/** Whether recommendations of the run wait for a release: not once a later run has replaced them. */
export const isHeld = (run: { readonly held: { readonly waiting: boolean } | null }): boolean =>
  run.held?.waiting ?? false;

/** Returns the key of a run's badge: its status, or "held". */
export const runBadge = (run: Parameters<typeof isHeld>[0] & { readonly status: string }): string =>
  isHeld(run) ? "held" : run.status;

/** The filters of the list of runs, as they stand in the page's address. */
export const RUN_FILTERS = ["all", "running", "held", "succeeded", "failed", "canceled"] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

/** What a filter asks the service for. Runs that are held back have finished, and are asked for by what holds them. */
export function askedRuns(filter: RunFilter): {
  status?: Exclude<RunFilter, "all" | "held">;
  held?: "waiting";
} {
  if (filter === "all") return {};
  return filter === "held" ? { held: "waiting" } : { status: filter };
}

const INACTIVE: readonly string[] = ITEM_STATES.filter((state) => state !== "active");

/**
 * Returns the page below the workspace's that lists the items skipped for a reason: the run's own list, or the catalog for
 * items that it did not evaluate. Null if the run's list was deleted.
 */
export function skippedItemsPath(runId: string, reason: string, isListed: boolean): string | null {
  if (INACTIVE.includes(reason)) return `/catalog?state=${reason}`;
  return isListed ? `/runs/${runId}/skipped?reason=${encodeURIComponent(reason)}` : null;
}

/** Says what a run that has not ended does, and how long it will still check items. */
export function progressText(run: {
  readonly status: string;
  readonly progress: {
    readonly done: number;
    readonly total: number | null;
    readonly seconds_left: number | null;
  };
}): { readonly step: string; readonly left: string } {
  const { done, total, seconds_left: seconds } = run.progress;
  if (run.status === "queued")
    return { step: "Waits for its turn", left: "It begins once the runs before it have ended." };
  if (total === null) return { step: "Begins", left: "How long it takes is not known yet." };
  if (done >= total)
    return { step: "Publishing what it found", left: "How long this still takes is not known." };
  const left =
    seconds === null
      ? "How long it still takes is not known."
      : `About ${secondsText(seconds)} of checking left, then it is published.`;
  return { step: "Checking the items", left };
}

/** Formats a time roughly, as fine as an estimate is: "40 s", "3 min". */
const secondsText = (seconds: number): string =>
  seconds < 60 ? `${Math.max(5, Math.ceil(seconds / 5) * 5)} s` : `${Math.ceil(seconds / 60)} min`;
