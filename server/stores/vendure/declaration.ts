import { z } from "zod";
import { isCurrency } from "@/server/domain/currency";
import { type StoreDeclaration, setting } from "@/server/stores/declaration";

const fieldName = z.string().regex(/^[_A-Za-z][_0-9A-Za-z]*$/, "Write the name of a custom field.");
const facetCode = z.string().min(1);

/** Where a store keeps values that Vendure has no field for: custom fields of ProductVariant, facets by code. */
const placement = {
  channelToken: setting(z.string().min(1).optional(), {
    label: "Channel token",
    help: "Only for a channel other than the default one.",
    part: "place",
  }),
  currency: setting(
    z.string().trim().toUpperCase().refine(isCurrency, "Write an ISO 4217 code.").optional(),
    {
      label: "Currency",
      help: "Only for another of the channel's currencies than its default one; prices in the others stay as they are.",
      example: "USD",
      part: "place",
      rare: true,
    },
  ),
  markerField: setting(fieldName.default("priceWriteKey"), {
    label: "Custom field of the write key",
    help: "A text field of ProductVariant; each price is written together with its key.",
    part: "place",
    rare: true,
  }),
  costField: setting(fieldName.default("costPrice"), {
    label: "Custom field of the cost",
    help: "A whole number of minor units on ProductVariant; without it costs stay unknown unless imported.",
    part: "place",
    rare: true,
  }),
  compareAtField: setting(fieldName.default("compareAtPrice"), {
    label: "Custom field of the compare-at price",
    help: "A whole number of minor units on ProductVariant.",
    part: "place",
    rare: true,
  }),
  brandFacet: setting(facetCode.default("brand"), {
    label: "Facet of brands",
    help: "The code of the facet.",
    part: "place",
    rare: true,
  }),
  categoryFacet: setting(facetCode.default("category"), {
    label: "Facet of categories",
    help: "The code of the facet.",
    part: "place",
    rare: true,
  }),
};

const person = z.object({
  username: setting(z.string().min(1), { label: "User name", part: "sign-in" }),
  password: setting(z.string().min(1), { label: "Password", secret: true, part: "sign-in" }),
  ...placement,
});
const key = z.object({
  apiKey: setting(z.string().min(1), {
    label: "API key",
    help: "It can be revoked in the store; each call costs the store more than a session's does.",
    secret: true,
    part: "sign-in",
  }),
  ...placement,
});

export const vendureCredentials = z.union([person, key]);
export type VendureCredentials = z.output<typeof vendureCredentials>;

export const vendureDeclaration = {
  kind: "vendure",
  title: "Vendure",
  summary: "A Vendure shop, over its Admin API.",
  address: { label: "Admin API address", example: "https://shop.example/admin-api" },
  ways: [
    { title: "An administrator's name and password", settings: person },
    { title: "An API key", settings: key },
  ],
  reads: ["title", "brand", "category", "tags", "compareAt", "cost", "stock", "enabled"],
  capabilities: {
    marker: "atomic",
    completesWrites: false,
    webhooks: false,
    currencies: "several",
    skus: "shared",
    batch: 1,
  },
} as const satisfies StoreDeclaration;
