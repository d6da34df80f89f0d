import type { MarginFactors } from "@/server/domain/margin";
import { parseAmount } from "@/server/domain/money";
import { type EvidenceOrigin, USUAL_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import { CONFIDENCES, type Confidence } from "@/server/domain/pricing/outcome";
import type { PolicyDocument } from "@/server/domain/pricing/policy";
import { LANE_DECIDERS, type LaneDecider } from "@/server/domain/pricing/policy-lanes";
import { parseRatio, type Ratio, ratioOrNull } from "@/server/domain/ratio";
import { DAY_MS, HOUR_MS } from "../durations";
import { profitChange } from "./classification";

/** The largest amount that the database stores. */
const MOST_STORED = 2n ** 63n - 1n;

/** How many people approve in a lane for two. */
export const PEOPLE_NEEDED = 2;

/** A lane in exact numbers; null means no limit. Amounts are minor units of the policy's currency. */
export type CompiledLane = {
  readonly name: string;
  readonly decidedBy: LaneDecider;
  /** The names of its scopes, null among them for the items of no scope; null for all items. */
  readonly scopes: ReadonlySet<string | null> | null;
  readonly change: Ratio | null;
  readonly money: bigint | null;
  readonly marginFall: Ratio | null;
  readonly evidenceAgeMs: number | null;
  readonly confidence: Confidence | null;
  /** How long ago the last change of the price by hand is at least. */
  readonly sinceEditMs: number | null;
  /** How long the item has been known at least. */
  readonly knownForMs: number | null;
  /** The most a day; null unless the lane is automatic. */
  readonly caps: { readonly items: Ratio; readonly money: bigint | null } | null;
  /** Whose evidence the lane decides on; null unless it is automatic. */
  readonly evidenceFrom: ReadonlySet<EvidenceOrigin> | null;
  /** Whether it also decides in runs that an agent started or scheduled. */
  readonly agentsRuns: boolean;
};

/** An item's past as lanes look at it, in milliseconds since 1970. */
export interface ItemPast {
  /** Since when the item is known; null if that is unknown. */
  readonly firstSeenMs: number | null;
  /** When its price was last changed by hand; null if it was not for as long as is looked up. */
  readonly lastEditMs: number | null;
}

/** What a lane looks at in a price change. Amounts are minor units of the policy's currency; null means unknown. */
export type LaneSubject = {
  /** The scope of the item; null for an item that no scope applies to. */
  readonly scope: string | null;
  readonly currentPrice: bigint | null;
  readonly newPrice: bigint | null;
  readonly cost: bigint | null;
  readonly stock: number | null;
  /** Gross margins of the two prices as decimal strings. */
  readonly marginBefore: string | null;
  readonly marginAfter: string | null;
  readonly confidence: Confidence;
  /** When the oldest cost or observation behind the price was recorded, in milliseconds since 1970. */
  readonly oldestInputMs: number | null;
  readonly past: ItemPast;
  /** Everybody who brought the item's figures and the observed prices. */
  readonly origins: readonly EvidenceOrigin[];
};

/** Compiles the lanes of a document that `readPolicyDocument` accepted, in their order. */
export const compileLanes = ({ lanes = [], currency }: PolicyDocument): readonly CompiledLane[] =>
  lanes.map(
    ({ name, decided_by: decidedBy, items, at_most: limits, confidence = null, a_day: caps, ...lane }) => ({
      name,
      decidedBy,
      scopes:
        items === undefined
          ? null
          : new Set([...(items.scopes ?? []), ...(items.everything_else === true ? [null] : [])]),
      change: ratioOrNull(limits?.change ?? null),
      money: amountOrNull(limits?.money, currency),
      marginFall: ratioOrNull(limits?.margin_fall ?? null),
      evidenceAgeMs: limits?.evidence_age_hours === undefined ? null : limits.evidence_age_hours * HOUR_MS,
      confidence,
      sinceEditMs: lane.last_edit_hours === undefined ? null : lane.last_edit_hours * HOUR_MS,
      knownForMs: lane.first_seen_days === undefined ? null : lane.first_seen_days * DAY_MS,
      caps:
        caps === undefined
          ? null
          : { items: parseRatio(caps.items), money: amountOrNull(caps.money, currency) },
      evidenceFrom: decidedBy === "automatic" ? new Set(lane.evidence_from ?? USUAL_ORIGINS) : null,
      agentsRuns: lane.agents_runs === true,
    }),
  );

const amountOrNull = (text: string | undefined, currency: string): bigint | null =>
  text === undefined ? null : parseAmount(text, currency);

/** Whether a policy has a lane that decides itself; only such lanes look at who brought the evidence. */
export const hasAutomaticLane = ({ lanes }: { readonly lanes: readonly CompiledLane[] }): boolean =>
  lanes.some(({ decidedBy }) => decidedBy === "automatic");

/** Whether a lane of a policy looks at the past of items. */
export const looksAtPast = ({ lanes }: { readonly lanes: readonly CompiledLane[] }): boolean =>
  lanes.some(({ sinceEditMs, knownForMs }) => sinceEditMs !== null || knownForMs !== null);

/**
 * Returns the first lane that a price change fits in; null if it fits in none, so that one person decides. An unknown
 * figure exceeds every limit that needs it, but meets those of a lane for two people: it leads to more people, never to
 * fewer.
 * @param nowMs milliseconds since 1970; the age of the evidence is measured at this time
 */
export const laneOf = (
  lanes: readonly CompiledLane[],
  subject: LaneSubject,
  marginFactors: MarginFactors,
  nowMs: number,
): CompiledLane | null => lanes.find((lane) => fits(lane, subject, marginFactors, nowMs)) ?? null;

/**
 * Returns the lane that decides about a price change that can be seen in several ways: of the lanes that it fits in
 * each way, the one that asks for most people, and of those the last in the policy. No way to see it leads to fewer
 * people.
 */
export function strictestLane(
  lanes: readonly CompiledLane[],
  subjects: readonly LaneSubject[],
  marginFactors: MarginFactors,
  nowMs: number,
): CompiledLane | null {
  const rank = (lane: CompiledLane | null): readonly [number, number] =>
    lane === null ? RANK_OF_NONE : [LANE_DECIDERS.indexOf(lane.decidedBy), lanes.indexOf(lane)];
  const found = subjects.map((subject) => laneOf(lanes, subject, marginFactors, nowMs));
  return found.reduce<CompiledLane | null>((strictest, lane, index) => {
    const [[people, place], [most, last]] = [rank(lane), rank(strictest)];
    return index === 0 || people > most || (people === most && place > last) ? lane : strictest;
  }, null);
}

/** One person decides about a change that fits in no lane, which is as if a lane without limits stood at the end. */
const RANK_OF_NONE = [LANE_DECIDERS.indexOf("one_person"), Number.POSITIVE_INFINITY] as const;

function fits(
  lane: CompiledLane,
  subject: LaneSubject,
  marginFactors: MarginFactors,
  nowMs: number,
): boolean {
  if (lane.scopes !== null && !lane.scopes.has(subject.scope)) return false;
  if (lane.evidenceFrom !== null && !subject.origins.every((each) => lane.evidenceFrom?.has(each)))
    return false;
  if (lane.confidence !== null && !reaches(subject.confidence, lane.confidence)) return false;
  const { money, evidenceAgeMs } = lane;
  return (
    changeFits(lane, subject) &&
    marginFits(lane, subject) &&
    pastFits(lane, subject.past, nowMs) &&
    (money === null ||
      known(lane, stockEffect(subject, marginFactors), (effect) => absolute(effect) <= money)) &&
    (evidenceAgeMs === null ||
      known(lane, subject.oldestInputMs, (oldestMs) => nowMs - oldestMs <= evidenceAgeMs))
  );
}

/** Whether a figure is within a lane's limit; an unknown one only if two people decide in the lane. */
const known = <Figure>(
  { decidedBy }: CompiledLane,
  figure: Figure | null,
  within: (figure: Figure) => boolean,
): boolean => (figure === null ? decidedBy === "two_people" : within(figure));

/** Whether a confidence is at least another one. */
const reaches = (confidence: Confidence, lowest: Confidence): boolean =>
  CONFIDENCES.indexOf(confidence) <= CONFIDENCES.indexOf(lowest);

function changeFits(lane: CompiledLane, { currentPrice, newPrice }: LaneSubject): boolean {
  const { change } = lane;
  if (change === null) return true;
  const prices =
    currentPrice === null || currentPrice <= 0n || newPrice === null ? null : { currentPrice, newPrice };
  return known(
    lane,
    prices,
    (each) => absolute(each.newPrice - each.currentPrice) * change.den <= change.num * each.currentPrice,
  );
}

function pastFits(lane: CompiledLane, { firstSeenMs, lastEditMs }: ItemPast, nowMs: number): boolean {
  const { sinceEditMs, knownForMs } = lane;
  return (
    (sinceEditMs === null || lastEditMs === null || nowMs - lastEditMs >= sinceEditMs) &&
    (knownForMs === null || known(lane, firstSeenMs, (sinceMs) => nowMs - sinceMs >= knownForMs))
  );
}

function marginFits(lane: CompiledLane, { marginBefore, marginAfter }: LaneSubject): boolean {
  const { marginFall } = lane;
  if (marginFall === null) return true;
  const fall = marginBefore === null || marginAfter === null ? null : fallOf(marginBefore, marginAfter);
  return known(lane, fall, ({ num, den }) => num * marginFall.den <= marginFall.num * den);
}

function fallOf(marginBefore: string, marginAfter: string): Ratio {
  const [before, after] = [parseRatio(marginBefore), parseRatio(marginAfter)];
  return { num: before.num * after.den - after.num * before.den, den: before.den * after.den };
}

/**
 * Returns by how much a price change raises or lowers the profit from the stock on hand, in minor units; null if a
 * price or the cost is unknown. It is also null without stock on hand, because what is sold on order has no known
 * number, and if it is larger than what can be stored.
 */
export function stockEffect(
  { currentPrice, newPrice, cost, stock }: Pick<LaneSubject, "currentPrice" | "newPrice" | "cost" | "stock">,
  marginFactors: MarginFactors,
): bigint | null {
  const perUnit = profitChange({ currentPrice, recommendedPrice: newPrice, cost }, marginFactors);
  if (perUnit === null || stock === null || stock <= 0) return null;
  const effect = perUnit * BigInt(stock);
  return absolute(effect) > MOST_STORED ? null : effect;
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
