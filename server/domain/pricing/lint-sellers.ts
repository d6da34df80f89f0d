import { nearestWord } from "@/server/domain/nearest-word";
import { sellerKey } from "@/server/domain/pricing/inputs";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { strategiesOf } from "@/server/domain/pricing/strategies";

/** A seller that a document names, and where. */
export type NamedSeller = { readonly path: string; readonly seller: string };

type Rules = NonNullable<PolicyDocument["defaults"]>;

/** Returns the sellers that a document names, in its order. */
export const namedSellers = ({ scopes = [], defaults = {} }: PolicyDocument): NamedSeller[] => [
  ...scopes.flatMap((scope, index) => sellersOf(`scopes.${index}`, scope)),
  ...sellersOf("defaults", defaults),
];

function sellersOf(path: string, { gates, ...rules }: Rules): NamedSeller[] {
  const { only = [], except = [] } = gates?.sellers ?? {};
  const listed = (list: string, names: readonly string[]) =>
    names.map((seller, index) => ({ path: `${path}.gates.sellers.${list}.${index}`, seller }));
  const aims = strategiesOf(rules).flatMap(({ at, strategy }) =>
    "seller" in strategy && strategy.seller !== undefined
      ? [{ path: `${path}.${at}.seller`, seller: strategy.seller }]
      : [],
  );
  const tiered = (gates?.tiers ?? []).flatMap(({ sellers = [] }, tier) =>
    sellers.map((seller, index) => ({ path: `${path}.gates.tiers.${tier}.sellers.${index}`, seller })),
  );
  return [...aims, ...listed("only", only), ...listed("except", except), ...tiered];
}

/** The code of the findings about sellers of whom no price is known. */
export const UNKNOWN_SELLER = "unknown_seller";

/** Returns a warning for each named seller of whom no price is known, with the nearest known name. */
export function lintSellers(named: readonly NamedSeller[], observed: readonly string[]): PolicyFinding[] {
  const known = new Set(observed.map(sellerKey));
  return named.flatMap(({ path, seller }) => {
    if (known.has(sellerKey(seller))) return [];
    const near = nearestWord(seller.trim(), observed);
    const end = near === null ? "." : `; did you mean "${near}"?`;
    const message = `No price of "${seller}" is known${end}`;
    return [{ level: "warning", path, code: UNKNOWN_SELLER, message }];
  });
}
