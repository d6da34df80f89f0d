import { z } from "zod";
import type { RecommendationRow } from "@/server/db/recommendations/recommendations";
import { isRunning, shopperPriceAfter, shopperPriceAt } from "@/server/domain/items/shop-window";
import { toWire, wireIn } from "@/server/domain/money";
import { PEOPLE_NEEDED } from "@/server/domain/pricing/lanes";
import { CONFIDENCES } from "@/server/domain/pricing/outcome";
import { WHYS } from "@/server/domain/pricing/why";
import {
  RECOMMENDATION_KINDS,
  RECOMMENDATION_OPERATIONS,
  VISIBLE_RECOMMENDATION_STATUSES,
  visibleStatus,
} from "@/server/domain/recommendations/recommendation";
import { isEffective, WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import type { RecommendationChange } from "@/server/usecases/recommendations/decide";
import { MoneyOut, RatioOut, Timestamp } from "../scalars";
import { presentWait, Wait } from "../write-backs/wait";
import { Evidence, exampleEvidence, presentEvidence } from "./evidence";

export const RecommendationStatusOut = z.enum(VISIBLE_RECOMMENDATION_STATUSES);
const RecommendationKindOut = z.enum(RECOMMENDATION_KINDS);
const WriteBackStatusOut = z.enum(WRITE_BACK_STATUSES);

/** The version of a recommendation that the caller decides on. */
export const VersionSeen = z
  .int()
  .min(1)
  .optional()
  .meta({ description: "The version you have seen.", example: 1 });

const Decision = z.object({
  action: z.enum(RECOMMENDATION_OPERATIONS),
  by: z.string(),
  at: Timestamp,
  reason: z.string().nullable(),
});

const WriteBackSummary = z.object({
  id: z.string(),
  status: WriteBackStatusOut,
  store_answer: z.string().nullable().meta({ description: "What became of it, in a sentence." }),
  may_be_in_store: z.boolean().meta({
    description:
      "Whether the price may be in the store, or may have been, although the write failed or is a conflict: look there.",
  }),
  finished_at: Timestamp.nullable(),
  reverted_by: z.string().nullable().meta({
    description:
      "The write-back that takes this price back, unless it failed or this price was written again since.",
  }),
  revert_status: WriteBackStatusOut.nullable().meta({
    description: "Of the newest try to take it back; null if this price was written again since.",
  }),
  restore_status: WriteBackStatusOut.nullable().meta({
    description:
      "Of the newest try to write this price again after it was taken back; null once it is written.",
  }),
  queued_id: z.string().nullable().meta({
    description: "The write-back that is not sent yet, of this price or of its revert; `cancel` names it.",
  }),
  ...Wait,
});

const OverrideOut = z.object({
  engine_price: MoneyOut.meta({ description: "What the engine recommended." }),
  by: z.string(),
  at: Timestamp,
  reason: z.string().nullable(),
});

const Approvals = z.object({
  needed: z.int(),
  given: z.int(),
  by: z.array(z.object({ by: z.string(), at: Timestamp })),
});

const ShoppersPay = z
  .object({
    now: MoneyOut.nullable(),
    after: MoneyOut.nullable().meta({ description: "Null for advice and where it is unknown." }),
    sale_until: Timestamp.nullable().meta({
      description: "When the running sale ends; null without a running sale or without an end.",
    }),
  })
  .meta({
    description:
      "What shoppers pay, now and once the recommended price is written. During a sale both are the sale price, because `recommended_price` is the regular price.",
  });

export const Recommendation = z
  .object({
    id: z.string(),
    run_id: z.string(),
    item: z.object({ id: z.string(), sku: z.string(), title: z.string() }),
    kind: RecommendationKindOut,
    status: RecommendationStatusOut,
    current_price: MoneyOut.nullable().meta({ description: "The regular price." }),
    recommended_price: MoneyOut.nullable().meta({
      description: "The new regular price; null for advice.",
    }),
    shoppers_pay: ShoppersPay,
    cost: MoneyOut.nullable(),
    margin_before: RatioOut.nullable().meta({
      description: "At what shoppers paid when it was made, which is the sale price while a sale runs.",
    }),
    margin_after: RatioOut.nullable().meta({
      description:
        "At what shoppers pay once the recommended price is written; null for advice and where that is unknown.",
    }),
    change_ratio: RatioOut.nullable().meta({
      description:
        "From `current_price`, or from the price that the store still charges after the end of a sale, to `recommended_price`.",
    }),
    why: z.enum(WHYS).nullable().meta({
      description: "The reason by which the inbox groups them; null for those from before it was stored.",
    }),
    reason: z.string(),
    binding_rule: z.string().nullable(),
    confidence: z.enum(CONFIDENCES),
    evidence: Evidence,
    version: z.int().meta({
      description: "Rises when price, cost, recommended price, margin or policy version change.",
    }),
    snooze_until: Timestamp.nullable(),
    superseded_by: z.string().nullable(),
    decision: Decision.nullable(),
    override: OverrideOut.nullable().meta({
      description:
        "Set while `recommended_price` is a person's: `margin_after` and `change_ratio` are of that price.",
    }),
    approvals: Approvals.nullable().meta({
      description:
        "Set while two people have to approve it, and once two have. `needed` is how many have to, or had to when the last approval took effect; each person is listed once.",
    }),
    write_back: WriteBackSummary.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Recommendation" });

/** The answer to a change: the recommendation as it is now, or a note that the change had taken effect before. */
export const RecommendationChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), recommendation: Recommendation }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

/** Serializes a recommendation for the API as of `nowMs`: until its snooze is due, its status is `snoozed`. */
export function presentRecommendation(row: RecommendationRow, nowMs: number): z.input<typeof Recommendation> {
  const { currency, snoozeUntil } = row;
  const money = wireIn(currency);
  const status = visibleStatus(row, nowMs);
  return {
    id: row.id,
    run_id: row.runId,
    item: { id: row.itemId, sku: row.sku, title: row.title },
    kind: row.kind,
    status,
    current_price: money(row.currentPrice),
    recommended_price: money(row.recommendedPrice),
    shoppers_pay: shoppersPay(row, nowMs),
    cost: money(row.cost),
    margin_before: row.marginBefore,
    margin_after: row.marginAfter,
    change_ratio: row.changeRatio,
    why: row.why,
    reason: row.reason,
    binding_rule: row.bindingRule,
    confidence: row.confidence,
    evidence: presentEvidence(row.evidence, currency, row.policyVersion),
    version: row.version,
    snooze_until: status === "snoozed" ? (snoozeUntil?.toISOString() ?? null) : null,
    superseded_by: row.supersededBy,
    decision: decisionOf(row),
    override: overrideOf(row),
    approvals: approvalsOf(row),
    write_back: writeBackOf(row, nowMs),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

function shoppersPay(row: RecommendationRow, nowMs: number): z.input<typeof ShoppersPay> {
  const {
    itemCurrency: currency,
    itemPrice,
    shopperPrice,
    salePrice,
    saleFrom,
    saleUntil,
    windowReadAt,
  } = row;
  const sale = salePrice === null ? null : { price: salePrice, from: saleFrom, until: saleUntil };
  const window = { shopperPrice, compareAt: null, sale, readAtMs: windowReadAt?.getTime() ?? null };
  // A recommendation from before the item's currency changed says nothing about its present price.
  const target = currency === row.currency ? row.recommendedPrice : null;
  const money = wireIn(currency);
  return {
    now: money(shopperPriceAt(window, itemPrice, nowMs)),
    after: target === null ? null : money(shopperPriceAfter(window, itemPrice, target, nowMs)),
    sale_until: sale !== null && isRunning(sale, nowMs) ? (saleUntil?.toISOString() ?? null) : null,
  };
}

function decisionOf(row: RecommendationRow): z.input<typeof Decision> | null {
  const { decision: action, decidedByLabel: by, decidedAt: at, decisionReason: reason } = row;
  return action === null || at === null ? null : { action, by: by ?? "", at: at.toISOString(), reason };
}

function overrideOf(row: RecommendationRow): z.input<typeof OverrideOut> | null {
  const { enginePrice, overriddenByLabel, overriddenAt, overrideReason, currency } = row;
  if (enginePrice === null || overriddenAt === null) return null;
  return {
    engine_price: toWire({ minor: enginePrice, currency }),
    by: overriddenByLabel ?? "",
    at: overriddenAt.toISOString(),
    reason: overrideReason,
  };
}

/**
 * Who approved, each person once, and how many were needed: now, or when the last approval took effect. Of approvals
 * from before that number was stored, as many were needed as there are.
 */
function approvalsOf(row: RecommendationRow): z.input<typeof Approvals> | null {
  const { approvals, peopleNeeded, decision, decidedAt, decidedBy } = row;
  const before = approvals ?? [];
  const given = before.map(({ by, at }) => ({ by, at: new Date(at).toISOString() }));
  if (decision !== "approve" || decidedAt === null) {
    const needed = peopleNeeded ?? (given.length === 0 ? 1 : PEOPLE_NEEDED);
    return needed < PEOPLE_NEEDED ? null : { needed, given: given.length, by: given };
  }
  const by = given.filter((_, index) => before[index]?.person !== decidedBy);
  by.push({ by: row.decidedByLabel ?? "", at: decidedAt.toISOString() });
  const needed = peopleNeeded ?? by.length;
  return needed < PEOPLE_NEEDED ? null : { needed, given: by.length, by };
}

function writeBackOf(row: RecommendationRow, nowMs: number): z.input<typeof WriteBackSummary> | null {
  const { writeBackId: id, writeBackStatus: status, revertStatus } = row;
  if (id === null || status === null) return null;
  return {
    id,
    status,
    store_answer: row.writeBackAnswer,
    may_be_in_store: row.writeBackMayBeInStore ?? false,
    finished_at: row.writeBackFinishedAt?.toISOString() ?? null,
    reverted_by: revertStatus !== null && isEffective(revertStatus) ? row.revertId : null,
    revert_status: revertStatus,
    restore_status: row.restoreStatus,
    queued_id: row.queuedId,
    ...presentWait(row, nowMs),
  };
}

/** Serializes the answer to a change of a recommendation. */
export const presentRecommendationChange = (
  change: RecommendationChange,
  nowMs: number,
): z.input<typeof RecommendationChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, recommendation: presentRecommendation(change.row, nowMs) };

export const exampleRecommendation = {
  id: "rec_01k9zq0v7k3t5m8w2x4y6z0a1b",
  run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
  item: {
    id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
    sku: "TRJ-M-MOS",
    title: "Trail runner jacket, men, M, moss",
  },
  kind: "price_change",
  status: "new",
  current_price: { amount: "89.90", currency: "EUR" },
  recommended_price: { amount: "98.99", currency: "EUR" },
  shoppers_pay: {
    now: { amount: "89.90", currency: "EUR" },
    after: { amount: "98.99", currency: "EUR" },
    sale_until: null,
  },
  cost: { amount: "64.80", currency: "EUR" },
  margin_before: "0.2792",
  margin_after: "0.3454",
  change_ratio: "0.1011",
  why: "room",
  reason: "Raise from 89.90 to 98.99 EUR to meet the market median of 99.90 EUR.",
  binding_rule: "position",
  confidence: "high",
  evidence: exampleEvidence,
  version: 1,
  snooze_until: null,
  superseded_by: null,
  decision: null,
  override: null,
  approvals: null,
  write_back: null,
  created_at: "2026-11-20T06:15:00.000Z",
  updated_at: "2026-11-20T06:15:00.000Z",
} as const;

/** The example recommendation after a decision. */
export const exampleDecided = (
  status: z.input<typeof RecommendationStatusOut>,
  action: z.input<typeof Decision>["action"],
  reason: string | null = null,
) => ({
  ok: true as const,
  idempotent: false as const,
  recommendation: {
    ...exampleRecommendation,
    status,
    decision: { action, by: "mia@alpenladen.example", at: "2026-11-20T08:15:00.000Z", reason },
    updated_at: "2026-11-20T08:15:00.000Z",
  },
});
