import { currencyDecimals } from "@/server/domain/currency";
import type { FieldIssue } from "@/server/domain/errors";
import type { MarginFactors } from "@/server/domain/margin";
import { priceForMargin, priceForMarkup } from "@/server/domain/margin";
import { compileMarginFactors } from "@/server/domain/pricing/engine/compile";
import { parseEnding } from "@/server/domain/pricing/engine/endings";
import {
  type FullPolicy,
  type FullRules,
  PolicyDocument,
  type PolicyLimit,
} from "@/server/domain/pricing/policy";
import { amountIssues, bandIssues, issueAt, matchIssues } from "@/server/domain/pricing/policy-issues";
import type { SimpleStrategy } from "@/server/domain/pricing/policy-rules";
import { shapeFaults } from "@/server/domain/pricing/policy-words";
import { resolvePolicy, resolveRules } from "@/server/domain/pricing/resolve";
import { strategiesOf } from "@/server/domain/pricing/strategies";
import { parseRatio } from "@/server/domain/ratio";

export type PolicyParseResult =
  | { readonly ok: true; readonly document: PolicyDocument }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/**
 * Parses a policy document from untrusted JSON. Besides the shape it checks rules across fields: amounts fit the
 * currency, endings are possible in it, bands are not empty, scope names are unique, and some price reaches the
 * margin.
 */
export function readPolicyDocument(json: unknown): PolicyParseResult {
  const shape = PolicyDocument.safeParse(json);
  if (!shape.success) {
    const issues = shape.error.issues.flatMap((issue) =>
      shapeFaults(issue, json).map(({ path, message }) => issueAt(path.map(String), issue.code, message)),
    );
    return { ok: false, issues };
  }
  const issues = crossFieldIssues(resolvePolicy(shape.data));
  return issues.length === 0 ? { ok: true, document: shape.data } : { ok: false, issues };
}

function crossFieldIssues(policy: FullPolicy): FieldIssue[] {
  const unreadable = feeIssues(policy);
  if (unreadable.length > 0) return unreadable;
  const marginFactors = compileMarginFactors(policy.pricing, policy.currency);
  const issues = ruleIssues(["defaults"], policy.defaults, policy, marginFactors);
  const names = new Set<string>();
  policy.scopes.forEach((scope, index) => {
    const path = ["scopes", String(index)];
    if (names.has(scope.name))
      issues.push(issueAt([...path, "name"], "duplicate", "Another scope has this name."));
    names.add(scope.name);
    if (Object.keys(scope.match).length === 0) {
      issues.push(issueAt([...path, "match"], "empty", "Say which items the scope is for, or use defaults."));
    }
    issues.push(...matchIssues([...path, "match"], scope.match, policy.currency));
    issues.push(...ruleIssues(path, resolveRules(scope, policy.defaults), policy, marginFactors));
  });
  return [...issues, ...limitIssues(policy, marginFactors), ...laneIssues(policy, names)];
}

/** Fixed fees that do not fit the currency. */
const feeIssues = ({ pricing, currency }: FullPolicy): FieldIssue[] =>
  (["fee_fixed", "payment_fixed", "shipping_cost"] as const).flatMap((key) => {
    const amount = pricing[key];
    return amount === undefined ? [] : amountIssues(["pricing", key], amount, currency);
  });

function limitIssues({ limits = [], currency }: FullPolicy, marginFactors: MarginFactors): FieldIssue[] {
  const names = new Set<string>();
  return limits.flatMap(({ name, match, constraints }, index) => {
    const path = ["limits", String(index)];
    const duplicate = names.has(name);
    names.add(name);
    return [
      ...(duplicate ? [issueAt([...path, "name"], "duplicate", "Another limit has this name.")] : []),
      ...matchIssues([...path, "match"], match, currency),
      ...constraintIssues(path, constraints, currency, marginFactors),
    ];
  });
}

function laneIssues({ lanes = [], currency }: FullPolicy, scopeNames: ReadonlySet<string>): FieldIssue[] {
  const names = new Set<string>();
  return lanes.flatMap(({ name, items, at_most: limits, a_day: caps }, index) => {
    const path = ["lanes", String(index)];
    const duplicate = names.has(name);
    names.add(name);
    const amount = (at: string, text: string | undefined) =>
      text === undefined ? [] : amountIssues([...path, at, "money"], text, currency);
    return [
      ...(duplicate
        ? [issueAt([...path, "name"], "duplicate", "Another auto-approval rule has this name.")]
        : []),
      ...(items?.scopes ?? []).flatMap((scope, at) =>
        scopeNames.has(scope)
          ? []
          : [
              issueAt(
                [...path, "items", "scopes", String(at)],
                "unknown_scope",
                `The policy has no scope "${scope}".`,
              ),
            ],
      ),
      ...amount("at_most", limits?.money),
      ...amount("a_day", caps?.money),
    ];
  });
}

function ruleIssues(
  path: string[],
  rules: FullRules,
  policy: FullPolicy,
  marginFactors: MarginFactors,
): FieldIssue[] {
  const { constraints, rounding, gates } = rules;
  const issues = [
    ...strategiesOf(rules).flatMap(({ at, strategy }) =>
      strategyIssues([...path, ...at.split(".")], strategy, policy.currency, marginFactors),
    ),
    ...constraintIssues(path, constraints, policy.currency, marginFactors),
  ];
  const { ignore_below: below } = gates;
  if (below && below !== "cost" && below !== "floor")
    issues.push(...amountIssues([...path, "gates", "ignore_below"], below, policy.currency));
  if (gates.delivered)
    issues.push(
      ...amountIssues(
        [...path, "gates", "delivered", "own_shipping"],
        gates.delivered.own_shipping,
        policy.currency,
      ),
    );
  issues.push(...endingIssues([...path, "rounding", "endings"], rounding.endings, policy.currency));
  rounding.bands.forEach((band, index) => {
    const at = [...path, "rounding", "bands", String(index)];
    issues.push(...bandIssues(at, band, policy.currency));
    issues.push(...endingIssues([...at, "endings"], band.endings, policy.currency));
  });
  return issues;
}

/** Margins that some price reaches, and amounts that fit the currency. */
function strategyIssues(
  path: string[],
  strategy: SimpleStrategy,
  currency: string,
  marginFactors: MarginFactors,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const unreachable = (key: string) => issues.push(unreachableAt([...path, key]));
  if (strategy.type === "cost_plus") {
    const { margin, markup } = strategy;
    if (margin !== undefined && priceForMargin(parseRatio(margin), marginFactors) === null)
      unreachable("margin");
    if (markup !== undefined && priceForMarkup(parseRatio(markup), marginFactors) === null)
      unreachable("markup");
    if (margin === undefined && markup === undefined && marginFactors.afterFees <= 0n) unreachable("amount");
  }
  const amount = "amount" in strategy ? strategy.amount : undefined;
  return amount === undefined ? issues : [...issues, ...amountIssues([...path, "amount"], amount, currency)];
}

const unreachableAt = (path: string[]): FieldIssue =>
  issueAt(path, "unreachable", "Fees leave too little: no price reaches this margin.");

const floorIssues = (path: string[], floor: string | null, marginFactors: MarginFactors): FieldIssue[] =>
  floor === null || priceForMargin(parseRatio(floor), marginFactors) !== null
    ? []
    : [unreachableAt([...path, "constraints", "margin_floor"])];

/** Floors that some price reaches, and amounts that fit the currency. */
function constraintIssues(
  path: string[],
  { margin_floor, markup_floor, min_profit, min_change }: PolicyLimit["constraints"],
  currency: string,
  marginFactors: MarginFactors,
): FieldIssue[] {
  const at = (...keys: string[]) => [...path, "constraints", ...keys];
  const reaches = typeof markup_floor !== "string" || priceForMarkup(parseRatio(markup_floor), marginFactors);
  const least = min_change?.amount;
  return [
    ...floorIssues(path, margin_floor ?? null, marginFactors),
    ...(reaches === null ? [unreachableAt(at("markup_floor"))] : []),
    ...(typeof min_profit === "string" ? amountIssues(at("min_profit"), min_profit, currency) : []),
    ...(least === undefined ? [] : amountIssues(at("min_change", "amount"), least, currency)),
  ];
}

function endingIssues(path: string[], endings: readonly string[], currency: string): FieldIssue[] {
  const decimals = currencyDecimals(currency) ?? 0;
  return endings.flatMap((text, index) =>
    parseEnding(text, decimals) === null
      ? [
          issueAt(
            [...path, String(index)],
            "bad_ending",
            `"${text}" is not how a price in ${currency} can end.`,
          ),
        ]
      : [],
  );
}
