import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import type { Match } from "@/server/domain/pricing/policy-match";

/** A sku that a document names, and where. */
export type NamedSku = { readonly path: string; readonly sku: string };

/** Returns the skus that a document names, in its order. */
export const namedSkus = ({ scopes = [], limits = [] }: PolicyDocument): NamedSku[] => [
  ...scopes.flatMap(({ match }, index) => skusOf(`scopes.${index}.match`, match)),
  ...limits.flatMap(({ match }, index) => skusOf(`limits.${index}.match`, match)),
];

const skusOf = (path: string, { except, ...conditions }: Match): NamedSku[] =>
  [
    { path: `${path}.skus`, skus: conditions.skus },
    { path: `${path}.except.skus`, skus: except?.skus },
  ].flatMap(({ path: at, skus = [] }) => skus.map((sku, index) => ({ path: `${at}.${index}`, sku })));

/** The code of the findings about skus that no item has. */
export const UNKNOWN_SKU = "unknown_sku";

/** Returns a warning for each named sku that none of the known ones is. */
export const lintSkus = (named: readonly NamedSku[], known: ReadonlySet<string>): PolicyFinding[] =>
  named.flatMap(({ path, sku }) =>
    known.has(sku)
      ? []
      : [{ level: "warning" as const, path, code: UNKNOWN_SKU, message: `No item has the SKU "${sku}".` }],
  );
