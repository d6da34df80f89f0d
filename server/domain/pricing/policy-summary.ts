import { z } from "zod";
import { laneSentence } from "@/server/domain/pricing/lane-text";
import { matchText } from "@/server/domain/pricing/match-text";
import { PolicyDocument, type PolicyLimit, type PolicyScope } from "@/server/domain/pricing/policy";
import { rulesText } from "@/server/domain/pricing/policy-text";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { runsText, vatAndFeesText } from "@/server/domain/pricing/settings-text";

const Settings = z.array(z.object({ path: z.string(), label: z.string(), value: z.string() }));
/** Scopes or limits in words: the name of each, its items, and the rules that it sets. */
const Named = z.array(z.object({ name: z.string(), items: z.string(), rules: Settings }));

/** A whole policy in words, defaults filled in; `everything_else` are the rules of items that no scope is for. */
export const PolicySummary = z.object({
  prices: Settings,
  scopes: Named,
  limits: Named,
  everything_else: Settings,
  lanes: z.array(z.object({ name: z.string(), sentence: z.string() })),
  runs: Settings,
});
export type PolicySummary = z.infer<typeof PolicySummary>;

/** Says a policy in words, for readers who do not read JSON; null for a document that cannot be parsed. */
export function summarizePolicy(document: unknown): PolicySummary | null {
  const read = PolicyDocument.safeParse(document);
  if (!read.success) return null;
  const policy = resolvePolicy(read.data);
  const { currency, scopes, limits = [], defaults, lanes = [] } = policy;
  const named = (of: PolicyScope | PolicyLimit) => ({
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
