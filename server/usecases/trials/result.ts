import { z } from "zod";
import { EffectFigures } from "@/server/domain/pricing/effect-json";
import { LaneCount } from "@/server/domain/pricing/lane-counts";
import { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { StoredScenario } from "@/server/domain/pricing/scenario";

/** Stores a trial's progress, in items; throws to stop the trial. */
export type ReportProgress = (done: number, total: number) => Promise<void>;

/** The changes a draft would make in the catalog at that time, compared with the version that was active. */
export const Preview = z.object({
  kind: z.literal("preview"),
  as_of: z.string(),
  policy_version: z.int(),
  /** What was supposed of all costs and competitor prices; null where they are as they are. */
  scenario: StoredScenario.nullable().default(null),
  effect: EffectFigures,
  /** What lint finds in the draft; null in previews from before it was told. */
  findings: z.array(PolicyFinding).nullable().default(null),
  /** Who would decide about each policy's price changes; null in previews from before it was counted. */
  lanes: z
    .object({ draft: z.array(LaneCount), active: z.array(LaneCount) })
    .nullable()
    .default(null),
});
export type Preview = z.infer<typeof Preview>;

/**
 * The changes a draft would have made in one run, compared with the run's own results. `identical` counts outcomes
 * that are equal byte for byte: prices, signals, evidence and texts. `effect` is null, and `reason` explains why,
 * when the run cannot be computed again.
 */
export const BacktestedRun = z.object({
  run_id: z.string(),
  created_at: z.string(),
  policy_version: z.int(),
  engine_version: z.string(),
  identical: z.int(),
  /** The draft limits the change per day, and the run did not store the previous day's price. */
  day_prices_missing: z.boolean(),
  /** The draft spaces changes out, and the run did not store when prices last changed. */
  last_changes_missing: z.boolean().default(false),
  reason: z.string().nullable(),
  effect: EffectFigures.nullable(),
});
export type BacktestedRun = z.infer<typeof BacktestedRun>;

/** The changes a draft would have made in the latest runs, newest first. */
export const Backtest = z.object({ kind: z.literal("backtest"), runs: z.array(BacktestedRun) });
export type Backtest = z.infer<typeof Backtest>;

/** Result of a trial. */
export const TrialResult = z.discriminatedUnion("kind", [Preview, Backtest]);
export type TrialResult = z.infer<typeof TrialResult>;
