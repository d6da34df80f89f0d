import { z } from "zod";
import { EffectFigures } from "@/server/domain/pricing/effect-json";

/** Is told how far a trial is; throws to stop it. */
export type ReportProgress = (done: number, total: number) => Promise<void>;

/** What a draft would do to the catalog as it was at that time, beside the version that was active. */
export const Preview = z.object({
  kind: z.literal("preview"),
  as_of: z.string(),
  policy_version: z.int(),
  effect: EffectFigures,
});
export type Preview = z.infer<typeof Preview>;

/**
 * What a draft would have done in one run, beside what the run did. `identical` counts outcomes that came out the same to
 * the byte, prices, signals, evidence and words. `effect` is null, and `reason` says why, where the run cannot be computed.
 */
export const BacktestedRun = z.object({
  run_id: z.string(),
  created_at: z.string(),
  policy_version: z.int(),
  engine_version: z.string(),
  identical: z.int(),
  /** The draft limits what moves in a day, and the run did not store the price of the day before. */
  day_prices_missing: z.boolean(),
  reason: z.string().nullable(),
  effect: EffectFigures.nullable(),
});
export type BacktestedRun = z.infer<typeof BacktestedRun>;

/** What a draft would have done in the latest runs, newest first. */
export const Backtest = z.object({ kind: z.literal("backtest"), runs: z.array(BacktestedRun) });
export type Backtest = z.infer<typeof Backtest>;

/** What a trial comes to. */
export const TrialResult = z.discriminatedUnion("kind", [Preview, Backtest]);
export type TrialResult = z.infer<typeof TrialResult>;
