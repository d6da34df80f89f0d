import { z } from "zod";
import { Amount, Names } from "@/server/domain/pricing/policy-rules";

const stock = (least: number) => z.int().min(least).max(1_000_000_000);

/** What an item has to meet, all of it; a condition that is absent is met by every item. */
const conditions = {
  skus: Names.optional(),
  /** Any of them. */
  tags: Names.optional(),
  all_tags: Names.optional(),
  categories: Names.optional(),
  brands: Names.optional(),
  price_from: Amount.optional(),
  price_to: Amount.optional(),
  stock_from: stock(0).optional(),
  stock_to: stock(1).optional(),
};
const Conditions = z.strictObject(conditions);
export type Conditions = z.infer<typeof Conditions>;

/** The items that meet the conditions, but not those that meet all the conditions of `except`. */
export const Match = z.strictObject({ ...conditions, except: Conditions.optional() });
export type Match = z.infer<typeof Match>;
