import { laneSentence } from "@/server/domain/pricing/lane-text";
import { matchText } from "@/server/domain/pricing/match-text";
import { PolicyDocument, type PolicyLimit, type PolicyScope } from "@/server/domain/pricing/policy";
import { rulesText, type SettingText } from "@/server/domain/pricing/policy-text";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { runsText, vatAndFeesText } from "@/server/domain/pricing/settings-text";

/** A scope or a limit in words: its name, its items, and the rules that it sets. */
export interface NamedRules {
  readonly name: string;
  readonly items: string;
  readonly rules: SettingText[];
}

/** A whole policy in words, defaults filled in. */
export interface PolicySummary {
  readonly prices: SettingText[];
  readonly scopes: NamedRules[];
  readonly limits: NamedRules[];
  /** The rules of the items that no scope is for. */
  readonly everything_else: SettingText[];
  readonly lanes: { readonly name: string; readonly sentence: string }[];
  readonly runs: SettingText[];
}

/** Says a policy in words, for readers who do not read JSON; null for a document that cannot be parsed. */
export function summarizePolicy(document: unknown): PolicySummary | null {
  const read = PolicyDocument.safeParse(document);
  if (!read.success) return null;
  const policy = resolvePolicy(read.data);
  const { currency, scopes, limits = [], defaults, lanes = [] } = policy;
  const named = (of: PolicyScope | PolicyLimit): NamedRules => ({
    name: of.name,
    items: matchText(of.match, currency) || "all items",
    rules: rulesText(of, currency),
  });
  return {
    prices: vatAndFeesText(policy),
    scopes: scopes.map(named),
    limits: limits.map(named),
    everything_else: rulesText(defaults, currency),
    lanes: lanes.map((lane) => ({ name: lane.name, sentence: laneSentence(lane, currency) })),
    runs: runsText(policy),
  };
}
