import { z } from "zod";
import { wireIn } from "@/server/domain/money";
import { CONFIDENCES, PRICING_RULES, SKIP_REASONS } from "@/server/domain/pricing/outcome";
import { evidenceToJson } from "@/server/domain/pricing/outcome-json";
import { RECOMMENDATION_KINDS } from "@/server/domain/recommendations/recommendation";
import { decideWhatIf, type Supposed } from "@/server/usecases/trials/what-if";
import { query } from "../pipeline";
import { Document } from "../policy/schemas";
import { NonNegativeMoney, PositiveMoney } from "../positive-money";
import { Evidence, exampleEvidence, presentEvidence } from "../recommendations/evidence";
import { MoneyOut, PathId, RatioOut, Timestamp, TimestampInput } from "../scalars";

const EvidenceOut = Evidence.omit({ policy_version: true });

const WhatIf = z
  .object({
    item: z.object({ id: z.string(), sku: z.string(), title: z.string() }),
    as_of: Timestamp,
    policy_version: z.int().nullable().meta({ description: "Null where a draft decided." }),
    kind: z.enum(RECOMMENDATION_KINDS).nullable().meta({ description: "Null where nothing is recommended." }),
    skip_reason: z.enum(SKIP_REASONS).nullable().meta({ description: "Why there is no new price." }),
    reason: z.string(),
    current_price: MoneyOut.nullable(),
    recommended_price: MoneyOut.nullable(),
    margin_before: RatioOut.nullable(),
    margin_after: RatioOut.nullable(),
    change_ratio: RatioOut.nullable(),
    binding_rule: z.enum(PRICING_RULES).nullable(),
    confidence: z.enum(CONFIDENCES).nullable(),
    evidence: EvidenceOut,
  })
  .meta({ id: "WhatIf" });

const { policy_version: _, ...evidence } = exampleEvidence;

export const whatIf = query(
  {
    method: "POST",
    path: "/catalog/items/{item_id}/what-if",
    scope: "policies:read",
    alsoScopes: ["catalog:read"],
    tag: "Policies",
    summary: "Decide one item with another cost, market, policy or time",
    description: "As a run would; nothing is stored. What is left out is as it is.",
    errors: ["conflict"],
    input: z.object({
      item_id: PathId,
      cost: PositiveMoney.nullish(),
      competitor_prices: z
        .array(
          z.object({
            seller: z.string().trim().min(1).max(200),
            price: PositiveMoney,
            shipping: NonNegativeMoney.nullish(),
            in_stock: z.boolean().nullable().default(null),
          }),
        )
        .max(100)
        .optional()
        .meta({ description: "In place of all current offers." }),
      document: Document.optional(),
      at: TimestampInput.optional(),
    }),
    output: WhatIf,
    example: {
      request: { item_id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b", cost: { amount: "68.00", currency: "EUR" } },
      response: {
        item: { id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b", sku: "TRJ-M-MOS", title: "Trail runner jacket" },
        as_of: "2026-11-20T06:15:00.000Z",
        policy_version: 3,
        kind: "price_change",
        skip_reason: null,
        reason: "Raise from 89.90 to 98.99 EUR to meet the market median of 99.90 EUR.",
        current_price: { amount: "89.90", currency: "EUR" },
        recommended_price: { amount: "98.99", currency: "EUR" },
        margin_before: "0.2436",
        margin_after: "0.3131",
        change_ratio: "0.1011",
        binding_rule: "position",
        confidence: "high",
        evidence,
      },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) =>
    presentWhatIf(
      await decideWhatIf(context, {
        itemId: input.item_id,
        cost: input.cost,
        competitorPrices: input.competitor_prices?.map(({ in_stock: inStock, ...rest }) => ({
          ...rest,
          inStock,
        })),
        document: input.document,
        atMs: input.at === undefined ? undefined : Date.parse(input.at),
      }),
    ),
);

function presentWhatIf({ title, outcome, atMs, policyVersion }: Supposed): z.input<typeof WhatIf> {
  const found = outcome.kind === "recommendation" ? outcome.recommendation : null;
  const money = wireIn(outcome.currency);
  const json = JSON.stringify(evidenceToJson(outcome.evidence, outcome.currency));
  const { policy_version: _version, ...shown } = presentEvidence(json, outcome.currency, 0);
  return {
    item: { id: outcome.itemId, sku: outcome.sku, title },
    as_of: new Date(atMs).toISOString(),
    policy_version: policyVersion,
    kind: found?.kind ?? null,
    skip_reason: outcome.skipReason,
    reason: outcome.kind === "skip" ? outcome.message : outcome.recommendation.reason,
    current_price: money(found?.currentPrice ?? null),
    recommended_price: money(found?.recommendedPrice ?? null),
    margin_before: found?.marginBefore ?? null,
    margin_after: found?.marginAfter ?? null,
    change_ratio: found?.changeRatio ?? null,
    binding_rule: found?.bindingRule ?? null,
    confidence: found?.confidence ?? null,
    evidence: shown,
  };
}
