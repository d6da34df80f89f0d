import type { FullPolicy, PolicyDocument, PolicyScope } from "@/server/domain/pricing/policy";
import { matchWords, rulesWords, type SettingWords, shareWords } from "@/server/domain/pricing/policy-words";
import { resolvePolicy } from "@/server/domain/pricing/resolve";

/** A setting that two policies have different; null where only one of them has it. */
export interface PolicyDifference {
  /** Dotted place in the document; a scope is named by its place in the later one, else in the earlier one. */
  readonly path: string;
  /** The scope's name; null for what goes for the whole policy. */
  readonly scope: string | null;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * What a policy says otherwise than the one before it, in words and in the order of the document. Defaults are filled
 * in first, so a setting that is merely spelled out is no difference. Scopes are told apart by their names.
 */
export function diffPolicies(earlier: PolicyDocument, later: PolicyDocument): PolicyDifference[] {
  const [before, after] = [resolvePolicy(earlier), resolvePolicy(later)];
  return [
    ...compare(null, termsWords(before), termsWords(after)),
    ...diffScopes(before.scopes, after.scopes),
    ...compare(null, ruleLines("defaults", before.defaults), ruleLines("defaults", after.defaults)),
    ...compare(null, limitsWords(before), limitsWords(after)),
  ];
}

const ruleLines = (path: string, rules: Parameters<typeof rulesWords>[0]): SettingWords[] =>
  rulesWords(rules).map((line) => ({ ...line, path: `${path}.${line.path}` }));

function termsWords({ currency, pricing }: FullPolicy): SettingWords[] {
  return [
    { path: "currency", label: "Currency", words: currency },
    { path: "pricing.includes_vat", label: "Prices include VAT", words: pricing.includes_vat ? "yes" : "no" },
    { path: "pricing.vat_rate", label: "VAT", words: shareWords(pricing.vat_rate) },
    { path: "pricing.fee_rate", label: "Fees", words: shareWords(pricing.fee_rate) },
    {
      path: "pricing.fee_base",
      label: "Fees are taken on",
      words: pricing.fee_base === "gross" ? "the price with VAT" : "the price without VAT",
    },
  ];
}

function limitsWords({ reopen_threshold, alerts, breaker }: FullPolicy): SettingWords[] {
  return [
    {
      path: "reopen_threshold",
      label: "A dismissed price returns after a move of",
      words: shareWords(reopen_threshold),
    },
    { path: "alerts.undercut", label: "Alert when undercut by", words: shareWords(alerts.undercut) },
    { path: "alerts.cost_spike", label: "Alert when a cost rises by", words: shareWords(alerts.cost_spike) },
    {
      path: "breaker.max_share",
      label: "Held when a run moves more of the items than",
      words: shareWords(breaker.max_share),
    },
    {
      path: "breaker.max_median_move",
      label: "Held when half of the moves are above",
      words: shareWords(breaker.max_median_move),
    },
    { path: "breaker.min_items", label: "Held only from so many items", words: String(breaker.min_items) },
  ];
}

function compare(
  scope: string | null,
  before: readonly SettingWords[],
  after: readonly SettingWords[],
): PolicyDifference[] {
  const was = new Map(before.map((line) => [line.label, line]));
  const is = new Map(after.map((line) => [line.label, line]));
  const lines = [...after, ...before.filter(({ label }) => !is.has(label))];
  return lines.flatMap(({ label, path }) => {
    const [then, now] = [was.get(label)?.words ?? null, is.get(label)?.words ?? null];
    return then === now ? [] : [{ path, scope, label, before: then, after: now }];
  });
}

function scopeWords(scope: PolicyScope, index: number): SettingWords[] {
  const path = `scopes.${index}`;
  return [
    { path: `${path}.match`, label: "For", words: matchWords(scope.match) },
    { path: `${path}.priority`, label: "Priority", words: String(scope.priority ?? 0) },
    ...ruleLines(path, scope),
  ];
}

function diffScopes(before: readonly PolicyScope[], after: readonly PolicyScope[]): PolicyDifference[] {
  const was = new Map(before.map((scope, index) => [scope.name, scopeWords(scope, index)]));
  const is = new Map(after.map((scope, index) => [scope.name, scopeWords(scope, index)]));
  const names = [...is.keys(), ...[...was.keys()].filter((name) => !is.has(name))];
  return [
    ...names.flatMap((name) => compare(name, was.get(name) ?? [], is.get(name) ?? [])),
    ...orderOf(before, after),
  ];
}

/** Of scopes that ask for equally much the earlier goes first, so their order is a setting too. */
function orderOf(before: readonly PolicyScope[], after: readonly PolicyScope[]): PolicyDifference[] {
  const common = (scopes: readonly PolicyScope[], others: readonly PolicyScope[]) =>
    scopes.filter(({ name }) => others.some((other) => other.name === name)).map(({ name }) => name);
  const [then, now] = [common(before, after).join(" → "), common(after, before).join(" → ")];
  if (then === now) return [];
  return [{ path: "scopes", scope: null, label: "Order of the scopes", before: then, after: now }];
}
