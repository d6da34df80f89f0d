import { DAY_MS } from "@/server/domain/durations";
import type { Act } from "./acts";

/**
 * What is known of a shop from its answers alone, written apart from the service: who approved what, when prices are
 * frozen, and which limits bind. Prices and costs are minor units.
 */

/** The current price of every item. */
export const PRICE = 1999;
/** The policy of the histories: the lane decides up to this change, two people above it. */
const LANE_CHANGE = 0.05;
/** How many prices the lane may approve in 24 hours. */
const LANE_A_DAY = 1;
const MARGIN_FLOOR = 0.2;
const MAX_CHANGE = 0.15;

export interface ModelItem {
  readonly recommendation: string;
  readonly item: string;
  readonly ref: string;
  cost: number;
  /** Who set a price in place of the engine's; null for the engine's. */
  setter: string | null;
  /** The persons whose approval was accepted, by the version of the recommendation. */
  readonly approvals: Map<number, Set<string>>;
  decided: boolean;
  /** Whether a queued write of its approved price has waited in a freeze. */
  waited: boolean;
  /** How many writes of the store's log were looked at. */
  written: number;
  /** The price of its last write in the store's log, or the one from before. */
  inStore: number;
  /** How many writes of each price people have asked for that the store has not received yet. */
  readonly asked: { approved: number; earlier: number };
}

/** A batch that was carried out, and the recommendations that it queued writes for. */
export interface ModelBatch {
  readonly id: string;
  readonly wrote: ReadonlySet<string>;
}

export interface Model {
  readonly items: ModelItem[];
  /** Ends of the freezes in force, by id, in milliseconds since 1970. */
  readonly freezes: Map<string, number>;
  /** When the lane approved, in milliseconds since 1970. */
  readonly byLane: number[];
  readonly batches: ModelBatch[];
  /** What it has come to. */
  readonly acts: Set<Act>;
  /** Whether the policy asks for two people for every change, without a lane that decides by itself. */
  strict: boolean;
}

/** A recommendation as the API shows it. */
export interface Shown {
  readonly status: string;
  readonly version: number;
  readonly recommended: number;
  /** Who decided. */
  readonly by: string | null;
}

export const isFrozen = ({ freezes }: Model, nowMs: number): boolean =>
  [...freezes.values()].some((until) => nowMs < until);

const peopleNeeded = ({ strict }: Model, change: number): number => (strict || change > LANE_CHANGE ? 2 : 1);

/** Returns what is wrong with a price that has just been approved; null if nothing is. */
export function wrongApproval(model: Model, item: ModelItem, shown: Shown, nowMs: number): string | null {
  const change = Math.abs(shown.recommended - PRICE) / PRICE;
  if (shown.by?.startsWith("Lane ") === true) {
    model.byLane.push(nowMs);
    if (isFrozen(model, nowMs)) return "the lane decided in a freeze";
    if (model.strict) return "a lane decided that the policy does not have";
    if (change > LANE_CHANGE) return `the lane approved a change of ${change}`;
    if (item.setter !== null) return "the lane approved a person's price";
    const today = model.byLane.filter((at) => at > nowMs - DAY_MS).length;
    return today > LANE_A_DAY ? `the lane approved ${today} prices in a day` : null;
  }
  const people = item.approvals.get(shown.version) ?? new Set();
  const needed = peopleNeeded(model, change);
  if (people.size < needed) return `${people.size} of ${needed} people approved a change of ${change}`;
  return needed === 2 && item.setter !== null && people.has(item.setter)
    ? "who set the price is one of the two"
    : null;
}

export function whoApproved({ approvals }: ModelItem, { by, version }: Shown): Act {
  if (by?.startsWith("Lane ") === true) return "a lane approved";
  return (approvals.get(version)?.size ?? 0) > 1 ? "two people approved" : "one person approved";
}

export function whatWasWritten({ waited }: ModelItem, price: number): Act {
  if (price === PRICE) return "a price was taken back";
  return waited ? "a price that waited in a freeze was written" : "an approved price was written";
}

/** Returns what is wrong with a write that the store has just received; null if nothing is. */
export function wrongWrite(model: Model, item: ModelItem, price: number, nowMs: number): string | null {
  if (isFrozen(model, nowMs)) return "a price was written in a freeze";
  if (price === PRICE)
    return --item.asked.earlier < 0 ? "a price was taken back that nobody asked for" : null;
  if (--item.asked.approved < 0) return "a price was written that nobody approved";
  const change = Math.abs(price - PRICE) / PRICE;
  const given = Math.max(0, ...[...item.approvals.values()].map((people) => people.size));
  if (item.waited && model.strict && given < peopleNeeded(model, change))
    return `a price that waited in a freeze was written with ${given} approvals`;
  if ((price - item.cost) / price < MARGIN_FLOOR) return `${price} is below the margin floor at ${item.cost}`;
  return change > MAX_CHANGE ? `${price} is too far from ${PRICE}` : null;
}

/**
 * Returns what is wrong with a revert that was answered as done before; null if nothing is.
 * @param price the price in the store or on its way there
 * @param wrote the price that was to be taken back
 */
export const wrongRepeat = (price: number, wrote: number): string | null =>
  price === wrote ? `a revert was answered as done while the price is ${price}` : null;

/** Returns what is wrong with what a run reads of an applied price; null if nothing is. */
export function wrongInRun({ inStore }: ModelItem, reverted: boolean): string | null {
  const isBack = inStore === PRICE;
  return isBack === reverted
    ? null
    : `a run reads ${reverted ? "a" : "no"} revert while the price is ${inStore}`;
}
