import { z } from "zod";
import { isCurrency } from "@/server/domain/currency";
import { SELECTOR_LENGTH } from "@/server/domain/imports/csv/offer-format";
import { byField, fieldOf, type ItemField, type KindOf } from "@/server/domain/items/declared-fields";
import { MAX_TAGS } from "@/server/domain/items/item-edit";
import type { TextForm } from "@/server/domain/items/item-fields";
import { PACK_SIZE_LENGTH } from "@/server/domain/items/pack-size";
import {
  isPlainCode,
  isReadable,
  isStorable,
  NOT_PLAIN,
  NOT_READABLE,
  NOT_STORABLE,
} from "@/server/domain/text";
import { Tag } from "@/server/usecases/items/tag";
import { NonNegativeMoney, PositiveMoney } from "../positive-money";
import { TimestampInput } from "../scalars";

const Storable = (max: number) =>
  z.string().trim().max(max).refine(isStorable, { error: NOT_STORABLE, abort: true });
const Text = (max: number) => Storable(max).refine(isReadable, NOT_READABLE);

/** Null and the empty text clear a field; an absent field keeps the stored value. */
const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable()).optional();

/** A text of spaces only counts as empty; one of a form is refused where it is none. */
const ClearableText = (max: number, form?: TextForm) =>
  clearable(Text(max)).transform((text, context) => {
    if (!text) return text === "" ? null : text;
    const reading = form?.read(text) ?? { value: text };
    if ("value" in reading) return reading.value;
    context.addIssue({ code: "custom", message: reading.fault });
    return z.NEVER;
  });

const Url = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine(isStorable, NOT_STORABLE);

/** An amount above zero; null or an empty text where it is unknown, absent where it is not meant. */
export const ClearableMoney = clearable(PositiveMoney);

const Sku = Storable(200).min(1, "A SKU is needed.").refine(isPlainCode, NOT_PLAIN);

const INPUTS = {
  text: ClearableText,
  link: () => clearable(Url),
  amount: () => ClearableMoney,
  integer: () => clearable(z.int().min(-1_000_000_000).max(1_000_000_000)),
  tags: () => clearable(z.array(Tag).max(MAX_TAGS)),
};

function inputOf(name: ItemField) {
  const field = fieldOf(name);
  if (field.kind !== "text") return INPUTS[field.kind]();
  const text = INPUTS.text(field.max, field.form);
  return field.form === undefined ? text : text.meta({ description: field.description });
}

/** The declared fields of an item, as requests set them. */
const FIELD_INPUTS = byField(inputOf) as { [F in ItemField]: ReturnType<(typeof INPUTS)[KindOf<F>]> };

/** One row of a bulk upsert. */
export const ItemRowInput = z.object({
  sku: Sku,
  title: Text(500).min(1, "A title can be changed but not cleared.").optional(),
  ...FIELD_INPUTS,
  archived: z.boolean().optional().meta({ description: "Whether runs leave it out." }),
});
export type ItemRowInput = z.output<typeof ItemRowInput>;

/** One row of observed competitor prices. */
export const ObservationRowInput = z
  .object({
    sku: Sku,
    seller: Text(200).min(1, "A seller is needed."),
    price: PositiveMoney,
    in_stock: z.boolean().nullable().optional(),
    pack_size: ClearableText(PACK_SIZE_LENGTH),
    shipping: clearable(NonNegativeMoney).meta({ description: "What delivery costs; 0 is free." }),
    observed_at: TimestampInput,
    url: clearable(Url),
  })
  .refine(({ price, shipping }) => !shipping || shipping.currency === price.currency, {
    path: ["shipping", "currency"],
    message: "Shipping is in another currency than the price.",
  });
export type ObservationRowInput = z.output<typeof ObservationRowInput>;

/** One price from before it was recorded. */
export const EarlierPriceRowInput = z
  .object({
    sku: Sku,
    price: PositiveMoney.meta({ description: "What shoppers could pay." }),
    compare_at_price: ClearableMoney.meta({ description: "What was struck through beside it." }),
    valid_from: TimestampInput,
    valid_until: clearable(TimestampInput).meta({
      description:
        "Until before this; until the next one of the item, or what was recorded, where it is left out.",
    }),
  })
  .refine(({ price, compare_at_price: beside }) => !beside || beside.currency === price.currency, {
    path: ["compare_at_price", "currency"],
    message: "The struck-through price is in another currency than the price.",
  });
export type EarlierPriceRowInput = z.output<typeof EarlierPriceRowInput>;

/** One competitor's offer to watch. */
export const OfferRowInput = z.object({
  sku: Sku,
  url: z.string().max(2000).refine(isStorable, NOT_STORABLE),
  seller: ClearableText(200).meta({ description: "The page's host where it is left out." }),
  currency: clearable(z.string().refine(isCurrency, "This is not a currency we know.")).meta({
    description: "The item's where it is left out.",
  }),
  pack_size: ClearableText(PACK_SIZE_LENGTH),
  shipping: clearable(NonNegativeMoney).meta({ description: "What the seller takes for delivery." }),
  price_selector: ClearableText(SELECTOR_LENGTH).meta({
    description:
      "A CSS selector of the element with the price, for a page that cannot be read otherwise. A check that finds nothing by it fails.",
  }),
});
export type OfferRowInput = z.output<typeof OfferRowInput>;
