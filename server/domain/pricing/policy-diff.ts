import { laneText } from "@/server/domain/pricing/lane-text";
import { matchText } from "@/server/domain/pricing/match-text";
import type { FullPolicy, PolicyDocument, PolicyScope } from "@/server/domain/pricing/policy";
import type { PolicyList } from "@/server/domain/pricing/policy-labels";
import { Match } from "@/server/domain/pricing/policy-match";
import { rulesText, type SettingText } from "@/server/domain/pricing/policy-text";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { runsText, vatAndFeesText } from "@/server/domain/pricing/settings-text";

/** A setting that differs between two policies; null when one of them does not have it. */
export interface PolicyDifference {
  /**
   * Dotted path in the document; a scope is named by its index in the later one, or in the earlier one if it was
   * removed.
   */
  readonly path: string;
  /** The name of the scope, limit or lane; null for a setting of the whole policy. */
  readonly scope: string | null;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Returns the settings that differ between two policies, as text and in the order of the document. Defaults are
 * filled in first, so that spelling out a default is no difference. Scopes, limits and lanes are matched by name.
 */
export function diffPolicies(earlier: PolicyDocument, later: PolicyDocument): PolicyDifference[] {
  const [before, after] = [resolvePolicy(earlier), resolvePolicy(later)];
  return [
    ...compare(null, vatAndFeesText(before), vatAndFeesText(after)),
    ...diffLists("scopes", scopeLines(before), scopeLines(after)),
    ...diffLists("limits", limitLines(before), limitLines(after)),
    ...compare(
      null,
      ruleLines("defaults", before.defaults, before.currency),
      ruleLines("defaults", after.defaults, after.currency),
    ),
    ...compare(null, runsText(before), runsText(after)),
    ...diffLists("lanes", laneLines(before), laneLines(after)),
  ];
}

const ruleLines = (path: string, rules: Parameters<typeof rulesText>[0], currency: string): SettingText[] =>
  rulesText(rules, currency).map((line) => ({ ...line, path: `${path}.${line.path}` }));

/** A setting as text; with what it says exactly where names with the text's own words would make two the same. */
type DiffLine = SettingText & { readonly exact?: string };

function compare(
  scope: string | null,
  before: readonly DiffLine[],
  after: readonly DiffLine[],
): PolicyDifference[] {
  const was = new Map(before.map((line) => [line.label, line]));
  const is = new Map(after.map((line) => [line.label, line]));
  const lines = [...after, ...before.filter(({ label }) => !is.has(label))];
  return lines.flatMap(({ label, path }) => {
    const [then, now] = [was.get(label), is.get(label)];
    if (exactly(then) === exactly(now)) return [];
    const text = then?.value === now?.value ? exactly : (each?: DiffLine) => each?.value ?? null;
    return [{ path, scope, label, before: text(then), after: text(now) }];
  });
}

const exactly = (line: DiffLine | undefined): string | null => line?.exact ?? line?.value ?? null;

/** The line of a match, in which names are as somebody gave them: a tag may be "sale with brand Q". */
const matchLine = (path: string, match: Match, currency: string, ofAll = ""): DiffLine => ({
  path: `${path}.match`,
  label: "For",
  value: matchText(match, currency) || ofAll,
  exact: `${JSON.stringify(Match.parse(match))}${hasPrice(match) ? ` ${currency}` : ""}`,
});

const hasPrice = ({ except, ...conditions }: Match): boolean =>
  [conditions, except].some((each) => each?.price_from !== undefined || each?.price_to !== undefined);

/** A scope, limit or lane, by its name. */
type NamedTexts = readonly { readonly name: string; readonly lines: readonly DiffLine[] }[];

const scopeLines = ({ scopes, currency }: FullPolicy): NamedTexts =>
  scopes.map((scope, index) => ({ name: scope.name, lines: scopeText(scope, `scopes.${index}`, currency) }));

const scopeText = (scope: PolicyScope, path: string, currency: string): DiffLine[] => [
  matchLine(path, scope.match, currency),
  { path: `${path}.priority`, label: "Priority", value: String(scope.priority ?? 0) },
  ...ruleLines(path, scope, currency),
];

const limitLines = ({ limits = [], currency }: FullPolicy): NamedTexts =>
  limits.map((limit, index) => ({
    name: limit.name,
    lines: [
      matchLine(`limits.${index}`, limit.match, currency, "all items"),
      ...ruleLines(`limits.${index}`, limit, currency),
    ],
  }));

const laneLines = ({ lanes = [], currency }: FullPolicy): NamedTexts =>
  lanes.map((lane, index) => ({
    name: lane.name,
    lines: laneText(lane, currency).map((text) => ({ ...text, path: `lanes.${index}.${text.path}` })),
  }));

function diffLists(list: PolicyList, before: NamedTexts, after: NamedTexts): PolicyDifference[] {
  const was = new Map(before.map(({ name, lines }) => [name, lines]));
  const is = new Map(after.map(({ name, lines }) => [name, lines]));
  const names = [...is.keys(), ...[...was.keys()].filter((name) => !is.has(name))];
  return [
    ...names.flatMap((name) => compare(name, was.get(name) ?? [], is.get(name) ?? [])),
    // All limits hold at once, so that their order decides nothing.
    ...(list === "limits" ? [] : orderOf(list, before, after)),
  ];
}

/**
 * Of scopes with equally many conditions the earlier one wins, and a change takes the first lane that it fits in, so
 * their order is a setting too.
 */
function orderOf(list: "scopes" | "lanes", before: NamedTexts, after: NamedTexts): PolicyDifference[] {
  const common = (entries: NamedTexts, others: NamedTexts) =>
    entries.filter(({ name }) => others.some((other) => other.name === name)).map(({ name }) => name);
  const [then, now] = [common(before, after).join(" → "), common(after, before).join(" → ")];
  if (then === now) return [];
  return [{ path: list, scope: null, label: `Order of the ${list}`, before: then, after: now }];
}
