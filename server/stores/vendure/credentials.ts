import { z } from "zod";

const fieldName = z.string().regex(/^[_A-Za-z][_0-9A-Za-z]*$/, "the name of a custom field");

/** Where a store keeps what Vendure has no place for: custom fields of ProductVariant, facets by code. */
const placement = {
  /** Selects a channel other than the default one. */
  channelToken: z.string().min(1).optional(),
  markerField: fieldName.default("priceWriteKey"),
  costField: fieldName.default("costPrice"),
  compareAtField: fieldName.default("compareAtPrice"),
  brandFacet: z.string().min(1).default("brand"),
  categoryFacet: z.string().min(1).default("category"),
};

/** An administrator's sign-in (a session costs the store little a call) or an API key (slower, revocable). */
export const vendureCredentials = z.union([
  z.object({ apiKey: z.string().min(1), ...placement }),
  z.object({ username: z.string().min(1), password: z.string().min(1), ...placement }),
]);

export type VendureCredentials = z.output<typeof vendureCredentials>;
