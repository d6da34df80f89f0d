import { z } from "zod";
import type { CheckRow } from "@/server/db/offers/page-checks";
import type { OfferWithCheck } from "@/server/db/offers/watched-offers";
import { DAY_MS } from "@/server/domain/durations";
import { wireIn } from "@/server/domain/money";
import { ASKED_BY, CHECK_OUTCOMES, OFFER_STATUSES } from "@/server/domain/offers/page-check";
import type { OfferChange } from "@/server/usecases/offers/change-status";
import { MoneyOut, Timestamp } from "../scalars";

export const PageCheck = z
  .object({
    id: z.string(),
    offer_id: z.string(),
    asked_by: z.enum(ASKED_BY),
    at: Timestamp,
    outcome: z.enum(CHECK_OUTCOMES).meta({
      description:
        "price: a price was read. unchanged: the page said it is as before, so its price was seen again. Everything else brought no observation.",
    }),
    reason: z.string().nullable().meta({
      description:
        "Why there is no price, why the page did not come, or how a price with or without VAT was made comparable.",
    }),
    http_status: z.number().int().nullable(),
    final_url: z.string().nullable().meta({ description: "The address that answered, after redirects." }),
    price: MoneyOut.nullable(),
    in_stock: z.boolean().nullable(),
    method: z.string().nullable().meta({ description: "Where on the page the price was read." }),
    confidence: z.string().nullable().meta({ description: "0 to 1, four decimals." }),
    snippet: z.string().nullable().meta({ description: "The text it was read from." }),
    body_sha256: z.string().nullable().meta({ description: "Of the page's body, in hexadecimal." }),
    same_as: z.string().nullable().meta({ description: "The check whose answer an unchanged page repeats." }),
    observation_id: z.string().nullable(),
    price_selector: z
      .string()
      .nullable()
      .meta({ description: "The selector by which the price was to be read." }),
  })
  .meta({ id: "PageCheck" });

export const Offer = z
  .object({
    id: z.string(),
    item_id: z.string(),
    url: z.string(),
    seller: z.string(),
    currency: z.string(),
    pack_size: z.string().nullable(),
    shipping: MoneyOut.nullable().meta({ description: "What the seller takes for delivery." }),
    price_selector: z
      .string()
      .nullable()
      .meta({ description: "The CSS selector of the element with the price, where a person gave one." }),
    status: z.enum(OFFER_STATUSES),
    checking: z.boolean().meta({ description: "Whether a check of the page is asked for or under way." }),
    next_check_at: Timestamp.nullable().meta({
      description: "Null while it is paused or checked, and where pages are not checked by themselves.",
    }),
    failures: z.number().int().meta({ description: "How often in a row the page could not be had." }),
    last_check: PageCheck.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Offer" });

/**
 * The response to a change of an offer: the offer in its current state, or a note that the change had already taken
 * effect.
 */
export const OfferChanged = z.union([
  z.object({ ok: z.literal(true), idempotent: z.literal(false), offer: Offer }),
  z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
]);

const YEAR_MS = 366 * DAY_MS;

/** Builds the response for a page check. */
export const presentCheck = (row: CheckRow): z.input<typeof PageCheck> => ({
  id: row.id,
  offer_id: row.offerId,
  asked_by: row.askedBy,
  at: row.at.toISOString(),
  outcome: row.outcome,
  reason: row.reason,
  http_status: row.httpStatus,
  final_url: row.finalUrl,
  price: row.currency === null ? null : wireIn(row.currency)(row.price),
  in_stock: row.inStock,
  method: row.method,
  confidence: row.confidence,
  snippet: row.snippet,
  body_sha256: row.bodySha256 && Buffer.from(row.bodySha256).toString("hex"),
  same_as: row.sameAs,
  observation_id: row.observationId,
  price_selector: row.priceSelector,
});

/** Builds the response for an offer. */
export function presentOffer(row: OfferWithCheck, nowMs: number): z.input<typeof Offer> {
  const checking = row.checkId !== null || row.leased;
  // A due time beyond every interval means never.
  const scheduled = row.status === "active" && !checking && row.dueAt.getTime() < nowMs + YEAR_MS;
  return {
    id: row.id,
    item_id: row.itemId,
    url: row.url,
    seller: row.seller,
    currency: row.currency,
    pack_size: row.packSize,
    shipping: wireIn(row.currency)(row.shipping),
    price_selector: row.priceSelector,
    status: row.status,
    checking,
    next_check_at: scheduled ? row.dueAt.toISOString() : null,
    failures: row.failures,
    last_check: row.lastCheck && presentCheck(row.lastCheck),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Builds the response to a change of an offer. */
export const presentOfferChange = (change: OfferChange, nowMs: number): z.input<typeof OfferChanged> =>
  change.idempotent
    ? { ok: true, idempotent: true }
    : { ok: true, idempotent: false, offer: presentOffer(change.row, nowMs) };

export const exampleCheck = {
  id: "chk_01k9zq0v7k3t5m8w2x4y6z0a1b",
  offer_id: "off_01k9zq0v7k3t5m8w2x4y6z0a1b",
  asked_by: "schedule",
  at: "2026-11-20T06:12:00.000Z",
  outcome: "price",
  reason: null,
  http_status: 200,
  final_url: "https://bergzeit.example/jackets/trail-runner-m",
  price: { amount: "94.90", currency: "EUR" },
  in_stock: true,
  method: "json_ld",
  confidence: "0.9600",
  snippet: '"price":"94.90","priceCurrency":"EUR"',
  body_sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  same_as: null,
  observation_id: "obs_01k9zq0v7k3t5m8w2x4y6z0a1b",
  price_selector: null,
} as const;

export const exampleOffer = {
  id: "off_01k9zq0v7k3t5m8w2x4y6z0a1b",
  item_id: "itm_01k9zq0v7k3t5m8w2x4y6z0a1b",
  url: "https://bergzeit.example/jackets/trail-runner-m",
  seller: "bergzeit.example",
  currency: "EUR",
  pack_size: null,
  shipping: null,
  price_selector: null,
  status: "active",
  checking: false,
  next_check_at: "2026-11-21T06:10:00.000Z",
  failures: 0,
  last_check: exampleCheck,
  created_at: "2026-11-02T09:30:00.000Z",
  updated_at: "2026-11-20T06:12:00.000Z",
} as const;
