import { z } from "zod";
import { type PricingView, readPricing } from "@/server/usecases/policy/read-shop-pricing";
import { setPricing as sayPricing } from "@/server/usecases/policy/set-shop-pricing";
import { PricingRequest } from "@/server/usecases/policy/shop-pricing-request";
import { mutation, query } from "../pipeline";
import { Timestamp } from "../scalars";

const Rate = z.string().meta({ description: "A fraction: 0.19 is 19 %." });
const Part = z.enum(["currency", "vat"]);

/**
 * The price basis of the shop (currency and VAT), the values in the policy and the connected store, and their
 * contradictions.
 */
export const Pricing = z
  .strictObject({
    currency: z.string(),
    prices_include_vat: z.boolean(),
    vat_rate: Rate,
    confirmed_at: Timestamp.nullable().meta({
      description: "When somebody said that this is right; null where nobody has yet.",
    }),
    policy: z
      .strictObject({
        version: z.int(),
        currency: z.string(),
        prices_include_vat: z.boolean(),
        vat_rate: Rate,
      })
      .meta({ description: "The copy that the active policy keeps and runs compute with." }),
    store: z
      .strictObject({
        currency: z.string().nullable(),
        prices_include_vat: z.boolean().nullable(),
        vat_rates: z.array(Rate).nullable(),
      })
      .nullable()
      .meta({ description: "What the connected store says; null for what it does not say." }),
    contradictions: z.array(z.strictObject({ part: Part, message: z.string() })).meta({
      description: "While there is one, runs, approvals and writes are refused with 409 conflict.",
    }),
    notices: z.array(z.string()),
  })
  .meta({ id: "WorkspacePricing" });

export const presentPricing = (view: PricingView): z.input<typeof Pricing> => ({
  currency: view.workspace.currency,
  prices_include_vat: view.workspace.pricesIncludeVat,
  vat_rate: view.workspace.vatRate,
  confirmed_at: view.confirmedAt?.toISOString() ?? null,
  policy: {
    version: view.policy.version,
    currency: view.policy.currency,
    prices_include_vat: view.policy.pricesIncludeVat,
    vat_rate: view.policy.vatRate,
  },
  store: view.store && {
    currency: view.store.currency,
    prices_include_vat: view.store.pricesIncludeVat,
    vat_rates: view.store.vatRates && [...view.store.vatRates],
  },
  contradictions: [...view.mismatches],
  notices: [...view.notices],
});

export const pricing = query(
  {
    method: "GET",
    path: "/workspace/pricing",
    scope: "workspace:read",
    tag: "Workspace",
    summary: "Read the shop's currency and VAT treatment",
    description:
      "Margins are of the price without VAT. A run is refused with 409 conflict and `changed` naming `vat` or `currency` while store, catalog, policy and workspace say different things here.",
    input: z.object({}),
    output: Pricing,
    example: {
      response: {
        currency: "EUR",
        prices_include_vat: true,
        vat_rate: "0.19",
        confirmed_at: "2026-11-02T09:30:00.000Z",
        policy: { version: 2, currency: "EUR", prices_include_vat: true, vat_rate: "0.19" },
        store: { currency: "EUR", prices_include_vat: true, vat_rates: ["0.19", "0.07"] },
        contradictions: [],
        notices: [],
      },
    },
    mcp: { destructive: false },
  },
  async ({ context }) => presentPricing(await readPricing(context)),
);

export const setPricing = mutation(
  {
    scope: "settings:policy",
    summary: "Say and confirm how the shop's prices are stated: currency and VAT",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: PricingRequest,
    output: z.object({ ok: z.literal(true), pricing: Pricing }),
  },
  ({ context, input }) => sayPricing(context, input),
  (view) => ({ ok: true as const, pricing: presentPricing(view) }),
);
