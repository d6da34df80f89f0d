import { z } from "zod";
import type { ItemCriteria, MarginBound } from "@/server/db/items/criteria";
import { activePolicyDocument } from "@/server/db/policy/versions";
import { DAY_MS } from "@/server/domain/durations";
import { STOCK_LEVELS } from "@/server/domain/items/item-list";
import { ITEM_STATES } from "@/server/domain/items/item-state";
import { MARKET_POSITIONS } from "@/server/domain/items/market-position";
import { parseRatio } from "@/server/domain/ratio";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import type { RequestContext } from "../request-context";
import { readStoredPolicy } from "./stored-policies";

const Name = z.string().min(1).max(200).refine(isStorable, NOT_STORABLE).optional();
const Margin = z
  .string()
  .regex(/^-?\d{1,6}(\.\d{1,6})?$/, 'Write a fraction such as "0.2".')
  .optional();

/** Which items are meant, as requests name them; an omitted field restricts nothing. */
export const ItemCriteriaInput = z.object({
  tag: Name.meta({ description: "Items that carry this tag." }),
  q: Name.meta({ description: "Part of a SKU or title." }),
  state: z.enum(ITEM_STATES).optional().meta({
    description: "Only active items are in runs. Every state where it is left out.",
  }),
  brand: Name,
  category: Name,
  stock: z.enum(STOCK_LEVELS).optional().meta({ description: "How many units are in stock." }),
  cost: z.enum(["known", "unknown"]).optional(),
  min_cost_age_days: z.number().int().min(0).max(3_650).optional().meta({
    description: "Items whose cost was confirmed at least so many days ago.",
  }),
  min_margin: Margin.meta({
    description: "The smallest `margin`, as a fraction, before it is rounded.",
    example: "0.2",
  }),
  below_margin: Margin.meta({
    description: "Items whose `margin` is below this fraction, before it is rounded.",
    example: "0.2",
  }),
  market_position: z.enum(MARKET_POSITIONS).optional().meta({
    description:
      "Items whose position is this as it was last computed. It is `unknown` until it is computed again: for some seconds after an offer or a price of an item has changed, and of all items for a while after a policy was activated. An item's own `market.position` is computed when it is read.",
  }),
  floor: z.enum(["below"]).optional().meta({
    description:
      "Items whose `margin` is below the margin floor that the active policy sets for them, before it is rounded.",
  }),
});
export type ItemCriteriaInput = z.infer<typeof ItemCriteriaInput>;

/**
 * Converts the criteria of a request. Ages are counted from now; margins are those of the active policy.
 * @throws ZodError or RangeError if the VAT and fees of the stored policy are invalid
 */
export async function requestedItems(
  { services, tenant }: RequestContext,
  input: ItemCriteriaInput,
): Promise<ItemCriteria> {
  const asksMargin = [input.min_margin, input.below_margin, input.floor].some((each) => each !== undefined);
  const { min_cost_age_days: days } = input;
  return {
    state: input.state,
    brand: input.brand,
    category: input.category,
    tag: input.tag,
    stock: input.stock,
    cost: input.cost,
    costUntil: days === undefined ? undefined : new Date(services.now() - days * DAY_MS),
    search: input.q,
    position: input.market_position,
    ...(asksMargin ? marginCriteria(input, await activePolicyDocument(services.db, tenant)) : {}),
  };
}

function marginCriteria(input: ItemCriteriaInput, document: unknown): ItemCriteria {
  const { marginFactors: factors, policy } = readStoredPolicy(document);
  const bound = (text: string | undefined): MarginBound | undefined =>
    text === undefined ? undefined : { ratio: parseRatio(text), factors };
  return {
    minMargin: bound(input.min_margin),
    belowMargin: bound(input.below_margin),
    belowFloorOf: input.floor === undefined ? undefined : (policy ?? undefined),
  };
}
