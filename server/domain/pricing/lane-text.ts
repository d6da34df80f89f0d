import { hoursText } from "@/server/domain/durations";
import { type EvidenceOrigin, USUAL_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import { LANE_LABELS, type LanePath } from "@/server/domain/pricing/policy-labels";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import {
  dayListText,
  moneyText,
  type SettingText,
  shareText,
  yesOrNo,
} from "@/server/domain/pricing/policy-text";

const DECIDERS = {
  automatic: "the rule itself",
  one_person: "one person",
  two_people: "two people",
} as const;

/** Returns who decides in a lane, as a phrase. */
export const deciderText = (decider: Lane["decided_by"]): string => DECIDERS[decider];

const laneItemsText = (items: Lane["items"]): string =>
  items === undefined
    ? "all items"
    : [...(items.scopes ?? []), ...(items.everything_else === true ? ["everything else"] : [])].join(" or ");

/** What each origin of evidence is called, and what it stands for. */
export const ORIGINS: Readonly<Record<EvidenceOrigin, { readonly name: string; readonly means: string }>> = {
  page_checks: { name: "page checks", means: "Prices read from competitors' pages." },
  stores: { name: "stores", means: "What a sync brings from your store." },
  people: { name: "people", means: "What people enter here, import as a file or bring by the command line." },
  tokens: { name: "tokens", means: "What a program enters over REST with an API token." },
  agents: { name: "agents", means: "What an agent or an application enters in a person's name." },
};

/** Returns whose evidence an automatic lane decides on, as a phrase: "page checks, stores, people". */
export const originsText = (origins: readonly EvidenceOrigin[] = USUAL_ORIGINS): string =>
  origins.map((origin) => ORIGINS[origin].name).join(", ");

/**
 * Returns the settings of a lane that are set, in the order of the document.
 * @param currency of its amounts
 */
export function laneText(
  { decided_by, items, at_most, confidence, a_day, ...lane }: Lane,
  currency: string,
): SettingText[] {
  const money = (amount: string) => moneyText(amount, currency);
  const line = <T>(path: LanePath, value: T | undefined, format: (value: T) => string) =>
    value === undefined ? [] : [{ path, label: LANE_LABELS[path], value: format(value) }];
  return [
    ...line("decided_by", decided_by, deciderText),
    { path: "items", label: LANE_LABELS.items, value: laneItemsText(items) },
    ...line("at_most.change", at_most?.change, shareText),
    ...line("at_most.money", at_most?.money, money),
    ...line("at_most.margin_fall", at_most?.margin_fall, shareText),
    ...line("at_most.evidence_age_hours", at_most?.evidence_age_hours, hoursText),
    ...line("confidence", confidence, String),
    ...line("last_edit_hours", lane.last_edit_hours, hoursText),
    ...line("first_seen_days", lane.first_seen_days, dayListText),
    ...line("a_day.items", a_day?.items, shareText),
    ...line("a_day.money", a_day?.money, money),
    ...line("evidence_from", lane.evidence_from, originsText),
    ...line("agents_runs", lane.agents_runs, yesOrNo),
  ];
}

/**
 * Returns a lane in one sentence: "two people decide: all items, change of the price at most 10 %".
 * @param currency of its amounts
 */
export function laneSentence(lane: Lane, currency: string): string {
  const [decider, items, ...limits] = laneText(lane, currency);
  const parts = limits.flatMap(({ path, label, value }) => {
    const text = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
    if (path !== "agents_runs") return [`${text} ${value}`];
    return lane.agents_runs === true ? [text] : [];
  });
  const who = decider?.value ?? "";
  return [
    `${who} ${lane.decided_by === "two_people" ? "decide" : "decides"}: ${items?.value ?? ""}`,
    ...parts,
  ].join(", ");
}
