import { parseAmount } from "@/server/domain/money";
import {
  EVIDENCE_ORIGINS,
  type EvidenceOrigin,
  USUAL_ORIGINS,
} from "@/server/domain/pricing/evidence-origins";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { CONFIDENCES } from "@/server/domain/pricing/outcome";
import type { Lane } from "@/server/domain/pricing/policy-lanes";
import { parseRatio } from "@/server/domain/ratio";

/**
 * Returns findings about lanes: those that no change reaches, automatic ones with too few limits, and limits above
 * which fewer people decide than below.
 */
export function lintLanes(lanes: readonly Lane[], currency: string): PolicyFinding[] {
  return lanes.flatMap((lane, index) => [
    ...unreachable(lane, index, lanes, currency),
    ...(lane.decided_by === "automatic" ? automaticFindings(lane, index) : []),
    ...weakerBeyond(lane, index, lanes, currency),
    ...laxerAfter(lane, index, lanes),
  ]);
}

function unreachable(lane: Lane, index: number, lanes: readonly Lane[], currency: string): PolicyFinding[] {
  const earlier = lanes.slice(0, index).find((other) => admitsAllOf(other, lane, currency));
  if (earlier === undefined) return [];
  const message = `Every change that fits "${lane.name}" fits "${earlier.name}" before it.`;
  return [{ level: "error", path: `lanes.${index}`, code: "unreachable_lane", message }];
}

function automaticFindings(
  { at_most: limits, confidence, a_day: caps, evidence_from: evidence, agents_runs: agentsRuns }: Lane,
  index: number,
): PolicyFinding[] {
  const path = `lanes.${index}`;
  const findings: PolicyFinding[] = [];
  if (limits?.change === undefined)
    findings.push({
      level: "error",
      path: `${path}.at_most.change`,
      code: "no_change_limit",
      message: "An automatic rule needs the largest change that it decides.",
    });
  if (confidence === undefined || confidence === "low")
    findings.push({
      level: "warning",
      path: `${path}.confidence`,
      code: "any_confidence",
      message: "The rule also decides about prices of low confidence.",
    });
  if (caps?.money === undefined)
    findings.push({
      level: "warning",
      path: `${path}.a_day.money`,
      code: "no_money_cap",
      message: "Nothing limits the money that the rule moves in a day.",
    });
  if (evidence?.includes("agents") === true || agentsRuns === true)
    findings.push({
      level: "warning",
      path: `${path}.${agentsRuns === true ? "agents_runs" : "evidence_from"}`,
      code: "agents_lead",
      message: "What an agent enters or starts can lead to a price that no person has seen.",
    });
  return findings;
}

/**
 * Changes beyond the limits of a lane for two people need one person only, unless the next lane to take them is for
 * two.
 */
function weakerBeyond(lane: Lane, index: number, lanes: readonly Lane[], currency: string): PolicyFinding[] {
  if (lane.decided_by !== "two_people" || isUnlimited(lane)) return [];
  const later = lanes.slice(index + 1);
  const last = later.findIndex(
    (other) => other.decided_by === "two_people" && isUnlimited(other) && admitsItemsOf(other, lane),
  );
  const between = last === -1 ? later : later.slice(0, last);
  const weaker = between.find(
    (other) => other.decided_by !== "two_people" && !admitsAllOf(lane, other, currency),
  );
  if (last !== -1 && weaker === undefined) return [];
  const message =
    weaker === undefined
      ? `Changes above the limits of "${lane.name}" need one person only. Add a rule without limits after it.`
      : `Changes above the limits of "${lane.name}" may be decided in "${weaker.name}", by fewer people.`;
  return [{ level: "warning", path: `lanes.${index}.at_most`, code: "weaker_beyond", message }];
}

/** What an automatic lane leaves for its past may fit in a later one, which then decides by itself after all. */
function laxerAfter(lane: Lane, index: number, lanes: readonly Lane[]): PolicyFinding[] {
  if (lane.decided_by !== "automatic") return [];
  const earlier = lanes
    .slice(0, index)
    .find((other) => other.decided_by === "automatic" && !asksAsMuchAs(lane, other));
  if (earlier === undefined) return [];
  const message = `What "${earlier.name}" leaves as new or changed by hand lately, this rule may decide by itself.`;
  return [{ level: "warning", path: `lanes.${index}`, code: "past_not_asked", message }];
}

/** Whether a lane asks at least as much of an item's past as another. */
const asksAsMuchAs = (lane: Lane, other: Lane): boolean =>
  (lane.last_edit_hours ?? 0) >= (other.last_edit_hours ?? 0) &&
  (lane.first_seen_days ?? 0) >= (other.first_seen_days ?? 0);

const isUnlimited = ({ at_most: limits = {}, confidence }: Lane): boolean =>
  Object.values(limits).every((limit) => limit === undefined) && (confidence ?? "low") === "low";

/** Whether every change that fits `inner` fits `outer`. */
function admitsAllOf(outer: Lane, inner: Lane, currency: string): boolean {
  const [wide, narrow] = [outer.at_most ?? {}, inner.at_most ?? {}];
  const reaches =
    CONFIDENCES.indexOf(inner.confidence ?? "low") <= CONFIDENCES.indexOf(outer.confidence ?? "low");
  return (
    reaches &&
    admitsItemsOf(outer, inner) &&
    originsOf(inner).every((origin) => originsOf(outer).includes(origin)) &&
    atLeast(wide.change, narrow.change, isRatioAtLeast) &&
    atLeast(wide.margin_fall, narrow.margin_fall, isRatioAtLeast) &&
    atLeast(wide.money, narrow.money, (a, b) => parseAmount(a, currency) >= parseAmount(b, currency)) &&
    atLeast(wide.evidence_age_hours, narrow.evidence_age_hours, (a, b) => a >= b) &&
    asksAsMuchAs(inner, outer)
  );
}

/** Whose evidence a lane admits: everybody's where people decide. */
const originsOf = ({ decided_by: by, evidence_from: from }: Lane): readonly EvidenceOrigin[] =>
  by === "automatic" ? (from ?? USUAL_ORIGINS) : EVIDENCE_ORIGINS;

function admitsItemsOf({ items: outer }: Lane, { items: inner }: Lane): boolean {
  if (outer === undefined) return true;
  if (inner === undefined) return false;
  const scopes = inner.scopes ?? [];
  return (
    scopes.every((name) => outer.scopes?.includes(name) === true) &&
    (inner.everything_else !== true || outer.everything_else === true)
  );
}

/** Whether a limit is at least another one; no limit is above all. */
const atLeast = <T>(wide: T | undefined, narrow: T | undefined, compare: (a: T, b: T) => boolean): boolean =>
  wide === undefined || (narrow !== undefined && compare(wide, narrow));

function isRatioAtLeast(left: string, right: string): boolean {
  const [a, b] = [parseRatio(left), parseRatio(right)];
  return a.num * b.den >= b.num * a.den;
}
