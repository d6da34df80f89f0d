import { z } from "zod";
import { itemCurrency } from "@/server/db/items/items";
import { notFound } from "@/server/domain/errors";
import { isAbovePrior, PRIOR_DAYS } from "@/server/domain/items/prior-price";
import { wireIn } from "@/server/domain/money";
import { priorPriceOf } from "@/server/usecases/items/prior-prices";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { MoneyOut, PathId, Timestamp, TimestampInput } from "../scalars";
import { exampleItem } from "./schemas";

const PriorPrice = z
  .object({
    item_id: z.string(),
    time_zone: z.string().meta({ description: "The workspace's, whose days count." }),
    reduced_since: Timestamp.nullable().meta({
      description:
        "When the reduction began that the shop shows, at the latest; null if it shows none, or for `reduced_at`.",
    }),
    reference_price: MoneyOut.nullable().meta({
      description: "The highest price that the shop strikes through beside that reduction; null without one.",
    }),
    reference_above_prior: z.boolean(),
    from: Timestamp.meta({
      description: `The begin of the day ${PRIOR_DAYS} days before that of \`until\`, in the workspace's time zone.`,
    }),
    until: Timestamp.meta({
      description: "Until before this: `reduced_since`, else `reduced_at`, else the time of the answer.",
    }),
    price: MoneyOut.nullable().meta({
      description:
        "The lowest price that shoppers could pay between the two, as far as it is known; null if nothing of it is.",
    }),
    charged_at: Timestamp.nullable().meta({
      description: "When that price was first charged between the two.",
    }),
    known_from: Timestamp.nullable().meta({
      description: "From when on everything between the two is known; null if the end is not.",
    }),
    stated_until: Timestamp.nullable().meta({
      description: "Until when what is known of it is stated by people, not recorded; null if none of it is.",
    }),
    complete: z.boolean().meta({
      description:
        "Whether everything between the two is known, and over: else a lower price may have been charged, or may come.",
    }),
  })
  .meta({ id: "PriorPrice" });

export const priorPrice = query(
  {
    method: "GET",
    path: "/catalog/items/{item_id}/prior-price",
    scope: "catalog:read",
    tag: "Catalog",
    summary: "Read the lowest price of the 30 days before a reduction",
    input: z.object({
      item_id: PathId,
      reduced_at: TimestampInput.refine((time) => Date.parse(time) >= 0, "Give a time after 1970.")
        .optional()
        .meta({
          description: "Its begin; else that shown, or now.",
        }),
    }),
    output: PriorPrice,
    example: {
      request: { item_id: exampleItem.id },
      response: {
        item_id: exampleItem.id,
        time_zone: "Europe/Berlin",
        reduced_since: "2026-11-12T08:00:00.000Z",
        reference_price: null,
        reference_above_prior: false,
        from: "2026-10-13T00:00:00.000Z",
        until: "2026-11-12T08:00:00.000Z",
        price: exampleItem.price,
        charged_at: "2026-10-13T00:00:00.000Z",
        known_from: "2026-10-13T00:00:00.000Z",
        stated_until: null,
        complete: true,
      },
    },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const reducedAtMs = input.reduced_at === undefined ? null : Date.parse(input.reduced_at);
    const found = await readTransaction(context, async (tx) => {
      const currency = await itemCurrency(tx, input.item_id);
      if (currency === null) return null;
      const nowMs = context.services.now();
      return {
        currency,
        ...(await priorPriceOf(tx, { id: input.item_id, currency }, { nowMs, reducedAtMs })),
      };
    });
    if (!found) throw notFound("catalog item");
    const { currency, timeZone, prior } = found;
    return {
      item_id: input.item_id,
      time_zone: timeZone,
      reduced_since: timestamp(prior.reducedSinceMs),
      reference_price: wireIn(currency)(prior.struckThrough),
      reference_above_prior: isAbovePrior(prior),
      from: new Date(prior.fromMs).toISOString(),
      until: new Date(prior.untilMs).toISOString(),
      price: wireIn(currency)(prior.price),
      charged_at: timestamp(prior.chargedAtMs),
      known_from: timestamp(prior.knownFromMs),
      stated_until: timestamp(prior.statedUntilMs),
      complete: prior.isComplete,
    };
  },
);

const timestamp = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
