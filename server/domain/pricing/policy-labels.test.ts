import { expect, it } from "vitest";
import { PolicyDocument } from "./policy";
import { type PolicyList, placeLabel } from "./policy-labels";

const NAMES = { scopes: ["Shoes"], limits: ["Never below"], lanes: ["Small"] };
const named = (list: PolicyList, index: number) => NAMES[list][index];

it.each([
  ["defaults.rounding.endings.0", "Everything else: Prices end in, no. 1"],
  ["defaults.rounding.bands.1.endings.0", "Everything else: Endings of price bands, no. 2, endings, no. 1"],
  ["scopes.0.constraints.margin_floor", "Shoes: Margin at least"],
  ["scopes.0.match", "Shoes: Which items"],
  ["scopes.3.match.tags.0", "Scope 4: Tags, no. 1"],
  ["scopes.0.match.except.all_tags.1", "Shoes: Left out by All of the tags, no. 2"],
  ["limits.0.match.except", "Never below: Items left out"],
  ["scopes.0.strategy.ratio", "Shoes: Aim, share"],
  ["lanes.0.at_most.change", "Small: Change of the price at most"],
  ["lanes.1.items.scopes.0", "Auto-approval rule 2: For, Scopes, no. 1"],
  ["limits.0.constraints.margin_floor", "Never below: Margin at least"],
  ["limits.1.match.categories.0", "Limit 2: Categories, no. 1"],
  ["pricing.vat_rate", "VAT"],
  ["breaker", "When a run is held back"],
  ["", "The policy"],
  ["defaults.unheard_of", "Everything else: unheard_of"],
])("calls %s %s, as people know it", (path, label) => {
  expect(placeLabel(path, named)).toBe(label);
});

/** Every path of the schema, with 0 for the entries of lists. */
function placesOf(schema: unknown, path: readonly string[] = []): string[][] {
  const { def } = schema as { def: Record<string, unknown> };
  const inner = def["innerType"] ?? (def["type"] === "pipe" ? def["in"] : undefined);
  if (inner) return placesOf(inner, path);
  if (def["type"] === "array") return placesOf(def["element"], [...path, "0"]);
  if (def["type"] === "union") return (def["options"] as unknown[]).flatMap((each) => placesOf(each, path));
  if (def["type"] !== "object") return [[...path]];
  return Object.entries(def["shape"] as object).flatMap(([key, each]) => placesOf(each, [...path, key]));
}

it("has a name for every setting there is", () => {
  const places = placesOf(PolicyDocument).map((keys) => keys.join("."));
  expect(places).toContain("scopes.0.rounding.bands.0.price_from");
  expect(places.filter((path) => /_|[a-z]\.[a-z]/.test(placeLabel(path, named)))).toEqual([]);
});
