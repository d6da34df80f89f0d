import { z } from "zod";
import { isCurrency } from "@/server/domain/currency";
import { MAX_MINOR, parseAmount } from "@/server/domain/money";
import { TimeIn } from "../scalars";

/** Text that a person typed: no NUL (PostgreSQL cannot hold it), bounded. */
const Text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes("\u0000"), "must not contain a NUL character");

/** An amount above zero; unknown is said by null, never by 0. */
export const PositiveMoney = z
  .object({ amount: z.string().max(30), currency: z.string().max(3) })
  .transform(({ amount, currency }, context) => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    if (!isCurrency(currency)) return refuse("currency", `"${currency}" is not a currency we know.`);
    try {
      const minor = parseAmount(amount, currency);
      if (minor > MAX_MINOR) return refuse("amount", "The amount is larger than any price.");
      if (minor > 0n) return { minor, currency };
      return refuse(
        "amount",
        "An amount of 0 is not accepted; leave it out or send null where it is unknown.",
      );
    } catch (error) {
      return refuse("amount", error instanceof Error ? error.message : "This is not an amount.");
    }
  });

const OptionalMoney = PositiveMoney.nullable().optional();

export const Sku = Text(200).min(1, "A sku is needed.");

/** One row of a bulk upsert. */
export const ItemRowInput = z.object({
  sku: Sku,
  title: Text(500).min(1).optional(),
  brand: Text(200).nullable().optional(),
  category: Text(200).nullable().optional(),
  tags: z.array(Text(100).min(1)).max(100).nullable().optional(),
  price: OptionalMoney,
  cost: OptionalMoney,
  compare_at_price: OptionalMoney,
  map_price: OptionalMoney,
  min_price: OptionalMoney,
  max_price: OptionalMoney,
  stock: z.int().min(-1_000_000_000).max(1_000_000_000).nullable().optional(),
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .optional(),
});
export type ItemRowInput = z.output<typeof ItemRowInput>;

/** One row of observed competitor prices. */
export const ObservationRowInput = z.object({
  sku: Sku,
  seller: Text(200).min(1, "A seller is needed."),
  price: PositiveMoney,
  in_stock: z.boolean().nullable().optional(),
  observed_at: TimeIn,
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .optional(),
});
