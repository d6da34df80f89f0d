import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import type { PolicyDocument } from "@/server/domain/pricing/policy";

/** The code of the finding about prices with delivery where nobody's delivery is known. */
export const UNKNOWN_SHIPPING = "unknown_shipping";

/** Returns the paths of the rules of a document that compare prices with delivery, in its order. */
export const comparedWithDelivery = ({ scopes = [], defaults = {} }: PolicyDocument): string[] =>
  [
    ...scopes.map(({ gates }, index) => ({ path: `scopes.${index}`, gates })),
    { path: "defaults", gates: defaults.gates },
  ].flatMap(({ path, gates }) => (gates?.delivered ? [`${path}.gates.delivered`] : []));

/** Returns a warning for each of these paths: no price follows the market while no seller's delivery is known. */
export const lintDelivery = (paths: readonly string[]): PolicyFinding[] =>
  paths.map((path) => ({
    level: "warning",
    path,
    code: UNKNOWN_SHIPPING,
    message: "It is not known of any competitor what delivery costs: no price can follow the market.",
  }));
