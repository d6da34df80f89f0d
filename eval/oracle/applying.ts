import { minorOf } from "@/eval/oracle/exact";
import type { EngineItem } from "@/server/domain/pricing/inputs";
import {
  DEFAULT_POLICY,
  type FullRules,
  type PolicyDocument,
  type PolicyScope,
} from "@/server/domain/pricing/policy";
import type { Conditions, Match } from "@/server/domain/pricing/policy-match";

type Given = NonNullable<PolicyDocument["defaults"]>;
export type GivenConstraints = NonNullable<Given["constraints"]>;

/** The rules that are for an item: those of the scope that decides, and the constraints of every limit beside them. */
export interface Applying {
  /** Null for the general rules. */
  readonly scope: string | null;
  readonly rules: FullRules;
  /** Of the rules first, then of each limit that matches, in the order of the document. */
  readonly constraints: readonly GivenConstraints[];
}

/** Returns what a policy asks of an item. */
export function applyingTo(item: EngineItem, document: PolicyDocument): Applying {
  const general = withDefaults(document);
  const scope = scopeOf(item, document);
  const rules = scope === null ? general : inherit(general, scope);
  const limits = (document.limits ?? []).filter(({ match }) => meets(item, match, document.currency));
  return {
    scope: scope?.name ?? null,
    rules,
    constraints: [rules.constraints, ...limits.map(({ constraints }) => constraints)],
  };
}

/** Of the scopes that match, the one with the most conditions, then the highest priority, then the first. */
function scopeOf(item: EngineItem, { scopes = [], currency }: PolicyDocument): PolicyScope | null {
  let best: PolicyScope | null = null;
  for (const scope of scopes) {
    if (!meets(item, scope.match, currency)) continue;
    if (best === null || isBefore(scope, best)) best = scope;
  }
  return best;
}

function isBefore(scope: PolicyScope, other: PolicyScope): boolean {
  const [own, others] = [conditionCount(scope.match), conditionCount(other.match)];
  return own === others ? (scope.priority ?? 0) > (other.priority ?? 0) : own > others;
}

/** A band counts as one condition, with one end or two, and so does `except`, whatever is in it. */
function conditionCount(match: Match): number {
  const lists = [match.skus, match.tags, match.all_tags, match.categories, match.brands, match.except];
  const bands = [match.price_from ?? match.price_to, match.stock_from ?? match.stock_to];
  return [...lists, ...bands].filter((condition) => condition !== undefined).length;
}

function meets(item: EngineItem, { except, ...conditions }: Match, currency: string): boolean {
  return meetsAll(item, conditions, currency) && (except === undefined || !meetsAll(item, except, currency));
}

/** What is unknown of an item meets no condition. */
function meetsAll(
  { sku, price, stock, tags, category, brand }: EngineItem,
  asked: Conditions,
  currency: string,
) {
  const isOneOf = (value: string | null, names: readonly string[] | undefined) =>
    names === undefined || (value !== null && names.includes(value));
  const amount = (text: string | undefined) => (text === undefined ? undefined : minorOf(text, currency));
  return (
    isOneOf(sku, asked.skus) &&
    isOneOf(category, asked.categories) &&
    isOneOf(brand, asked.brands) &&
    (asked.tags === undefined || asked.tags.some((tag) => tags.includes(tag))) &&
    (asked.all_tags ?? []).every((tag) => tags.includes(tag)) &&
    isInBand(price, amount(asked.price_from), amount(asked.price_to)) &&
    isInBand(stock, asked.stock_from, asked.stock_to)
  );
}

const isInBand = <T extends bigint | number>(
  value: T | null,
  from: T | undefined,
  to: T | undefined,
): boolean =>
  (from === undefined && to === undefined) ||
  (value !== null && (from === undefined || value >= from) && (to === undefined || value < to));

/** Returns the general rules of a document, with what holds where it says nothing. */
const withDefaults = ({ defaults = {}, currency }: PolicyDocument): FullRules =>
  inherit(DEFAULT_POLICY(currency).defaults, defaults);

/**
 * Returns rules with what they leave out taken from others. Endings of their own go without the others' price bands,
 * and a distance to the own price without the others' distance among offers.
 */
function inherit(from: FullRules, own: Given): FullRules {
  const { rounding: ownRounding = {}, gates: ownGates = {} } = own;
  const fallback = own.fallback ?? from.fallback;
  const soldOut = own.when_sold_out ?? from.when_sold_out;
  const direction = ownRounding.direction ?? from.rounding.direction;
  const bands = ownRounding.endings === undefined ? from.rounding.bands : [];
  const others = ownGates.outlier_ratio === undefined ? {} : { outlier_ratio_others: ownGates.outlier_ratio };
  return {
    strategy: own.strategy ?? from.strategy,
    ...(fallback === undefined ? {} : { fallback }),
    ...(soldOut === undefined ? {} : { when_sold_out: soldOut }),
    constraints: { ...from.constraints, ...own.constraints },
    rounding: {
      endings: ownRounding.endings ?? from.rounding.endings,
      bands: ownRounding.bands ?? bands,
      ...(direction === undefined ? {} : { direction }),
    },
    gates: { ...from.gates, ...others, ...ownGates },
  };
}
