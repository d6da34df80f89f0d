import { z } from "zod";
import { workspaceCurrency } from "@/server/db/policy/shop-pricing";
import type { RecommendationCriteria } from "@/server/db/recommendations/criteria";
import { DAY_MS } from "@/server/domain/durations";
import { looksLikeId } from "@/server/domain/ids";
import { AmountError, type Money, parseAmount } from "@/server/domain/money";
import { CONFIDENCES, PRICING_RULES } from "@/server/domain/pricing/outcome";
import { WHYS } from "@/server/domain/pricing/why";
import { RECOMMENDATION_KINDS } from "@/server/domain/recommendations/recommendation";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import { fieldError } from "../input";
import type { RequestContext } from "../request-context";

const Name = z.string().min(1).max(200).refine(isStorable, NOT_STORABLE).optional();
const change = (description: string) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Write a fraction such as "0.05".')
    .optional()
    .meta({ description, example: "0.05" });
const marginChange = (description: string) =>
  z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,6})?$/, 'Write a fraction such as "-0.02".')
    .optional()
    .meta({ description, example: "-0.02" });
const ageDays = (description: string) => z.number().int().min(0).max(3_650).optional().meta({ description });

/** Which recommendations are meant, as requests and commands name them; an omitted field restricts nothing. */
export const Criteria = z.object({
  kind: z.enum(RECOMMENDATION_KINDS).optional(),
  why: z.enum(WHYS).optional().meta({ description: "The reason by which the inbox groups them." }),
  brand: Name,
  category: Name,
  tag: Name.meta({ description: "Recommendations of items that carry this tag." }),
  min_change: change("The smallest change, up or down, as a fraction."),
  max_change: change("The largest change, up or down, as a fraction."),
  min_margin_change: marginChange("The smallest margin after less margin before, as a fraction."),
  max_margin_change: marginChange("The largest margin after less margin before, as a fraction."),
  min_money_at_risk: z.string().max(30).optional().meta({
    description:
      "The smallest change of profit times the stock on hand, up or down, in the workspace's currency. Where the stock is unknown, that of one unit.",
    example: "25.00",
  }),
  min_age_days: ageDays("Those that were made at least so many days ago."),
  max_age_days: ageDays("Those that were made at most so many days ago."),
  confidence: z.enum(CONFIDENCES).optional(),
  guard: z.enum(PRICING_RULES).optional().meta({
    description: "The rule that decided the recommended price, as in `binding_rule`.",
  }),
  run_id: z
    .string()
    .refine((id) => looksLikeId("run", id), "is not the id of a run")
    .optional()
    .meta({ description: "The run that recommended them; prices by hand are of none." }),
  q: Name.meta({ description: "Part of a SKU or title." }),
});
export type Criteria = z.infer<typeof Criteria>;

/**
 * Converts the criteria of a request.
 * @param field the field of the request that holds them; empty if they are fields of the request itself
 * @throws DomainError validation_error for an amount that the workspace's currency does not have
 */
export async function requestedCriteria(
  { services, tenant }: RequestContext,
  input: Criteria,
  field = "",
): Promise<RecommendationCriteria> {
  const currency = input.min_money_at_risk === undefined ? "" : await workspaceCurrency(services.db, tenant);
  const path = [...(field === "" ? [] : [field]), "min_money_at_risk"].join(".");
  const minMoneyAtRisk = moneyOf(input.min_money_at_risk, currency, path);
  return { ...criteriaOf(input, services.now()), minMoneyAtRisk };
}

/** Converts all but the amount. Ages are counted from `nowMs`. */
function criteriaOf(input: Criteria, nowMs: number): Omit<RecommendationCriteria, "minMoneyAtRisk"> {
  const daysAgo = (days: number | undefined) =>
    days === undefined ? undefined : new Date(nowMs - days * DAY_MS);
  return {
    kind: input.kind,
    why: input.why,
    brand: input.brand,
    category: input.category,
    tag: input.tag,
    minChange: input.min_change,
    maxChange: input.max_change,
    minMarginChange: input.min_margin_change,
    maxMarginChange: input.max_margin_change,
    createdUntil: daysAgo(input.min_age_days),
    createdSince: daysAgo(input.max_age_days),
    confidence: input.confidence,
    guard: input.guard,
    runId: input.run_id,
    search: input.q,
  };
}

function moneyOf(text: string | undefined, currency: string, path: string): Money | undefined {
  if (text === undefined) return undefined;
  try {
    return { minor: parseAmount(text, currency), currency };
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw fieldError(path, "invalid_amount", error.message);
  }
}
