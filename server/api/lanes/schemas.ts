import { z } from "zod";
import { LANE_OUTCOMES, type ListedLaneDecision } from "@/server/db/lanes/decisions";
import { LANE_MODES } from "@/server/db/lanes/modes";
import { toWire, wireIn } from "@/server/domain/money";
import { Lane } from "@/server/domain/pricing/policy-lanes";
import type { LaneState } from "@/server/usecases/lanes/read";
import { DISAGREEMENTS, type Disagreed, type LaneTrial } from "@/server/usecases/lanes/trial";
import { MoneyOut, Timestamp } from "../scalars";

/** The name of a lane of the active policy. */
export const LaneName = z.string().min(1).max(100);

/** How an automatic lane works; a closed one leaves its price changes to people. */
export const LaneModeOut = z.enum([...LANE_MODES, "closed"]);

/** A lane of the active policy; null fields where people decide. */
export const LaneOut = z.object({
  lane: Lane,
  mode: LaneModeOut.nullable(),
  outdated: z.boolean(),
  set_at: Timestamp.nullable(),
  use: z.object({ items: z.int(), money: MoneyOut }).nullable(),
});

export const presentLane = (
  { lane, mode, outdated, setAt, use }: LaneState,
  currency: string,
): z.input<typeof LaneOut> => ({
  lane,
  mode,
  outdated,
  set_at: setAt?.toISOString() ?? null,
  use: use && { items: use.count, money: toWire({ minor: use.money, currency }) },
});

const Item = z.object({ id: z.string(), sku: z.string(), title: z.string() });

const Example = z.object({
  disagreement: z.enum(DISAGREEMENTS),
  recommendation_id: z.string(),
  item: Item,
  current_price: MoneyOut.nullable(),
  recommended_price: MoneyOut.nullable(),
  by: z.string().nullable(),
  at: Timestamp,
  reason: z.string().nullable(),
});

/** What an automatic lane would have done with past decisions. */
export const TrialOut = z.object({
  days: z.int(),
  decisions: z.int(),
  passed: z.int(),
  disagreed: z.object({ rejected: z.int(), other_price: z.int(), reverted: z.int() }),
  examples: z.array(Example),
  proof: z.string(),
});

export const presentTrial = (
  { decisions, passed, disagreed, examples, proof }: LaneTrial,
  days: number,
): z.input<typeof TrialOut> => ({
  days,
  decisions,
  passed,
  disagreed: { ...disagreed },
  examples: examples.map(presentExample),
  proof,
});

function presentExample({ disagreement, decision }: Disagreed): z.input<typeof Example> {
  const { currency } = decision;
  const money = wireIn(currency);
  return {
    disagreement,
    recommendation_id: decision.id,
    item: { id: decision.itemId, sku: decision.sku, title: decision.title },
    current_price: money(decision.currentPrice),
    recommended_price: money(decision.recommendedPrice),
    by: decision.decidedByLabel,
    at: decision.decidedAt.toISOString(),
    reason: decision.decisionReason,
  };
}

/** What a lane decided, or would have decided in shadow. */
export const LaneDecisionOut = z.object({
  id: z.string(),
  mode: z.enum(LANE_MODES),
  run_id: z.string(),
  recommendation_id: z.string(),
  item: Item,
  current_price: MoneyOut.nullable(),
  recommended_price: MoneyOut.nullable(),
  outcome: z.enum(LANE_OUTCOMES),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  money: MoneyOut.nullable(),
  at: Timestamp,
});

export function presentLaneDecision(row: ListedLaneDecision): z.input<typeof LaneDecisionOut> {
  const money = wireIn(row.currency);
  return {
    id: row.id,
    mode: row.mode,
    run_id: row.runId,
    recommendation_id: row.recommendationId,
    item: { id: row.itemId, sku: row.sku, title: row.title },
    current_price: money(row.currentPrice),
    recommended_price: money(row.recommendedPrice),
    outcome: row.outcome,
    reason: row.reason,
    message: row.message,
    money: money(row.money),
    at: row.at.toISOString(),
  };
}
