import type { RunTrigger } from "@/server/domain/runs/run";

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
  if (ms < 50) return "under 0.1 s";
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
