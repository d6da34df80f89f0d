import { DAY_MS } from "@/server/domain/durations";
import type { Act } from "./acts";
import { RULES } from "./lane-rules";
import { changeOf, isSmallByItself, needsTwoByNow, peopleNeeded } from "./people";
import {
  type Decided,
  isByLane,
  isFrozen,
  isWaiting,
  type Model,
  type ModelItem,
  policyOf,
  type Round,
  type Shown,
} from "./state";

/** How many prices the lane may approve in 24 hours. */
const LANE_A_DAY = 1;
const MARGIN_FLOOR = 0.2;
const MAX_CHANGE = 0.15;

/** Notes what an approval was by what is known when it is first seen. */
export function decidedBy(
  model: Model,
  item: ModelItem,
  { approvals }: Round,
  shown: Shown,
  nowMs: number,
): Decided {
  const byLane = isByLane(shown.by);
  const people = byLane ? 0 : (approvals.get(shown.version)?.size ?? 0);
  const needed = people > 1 ? 2 : peopleNeeded(model, item, changeOf(shown), nowMs);
  return { shown, byLane, needed, people };
}

/** Returns what is wrong with a price that has just been approved; null if nothing is. */
export function wrongApproval(model: Model, { setter, approvals }: Round, decided: Decided, nowMs: number) {
  const { shown, byLane, needed, people } = decided;
  if (byLane) return wrongByLane(model, setter, decided, nowMs);
  if (people < needed)
    return `${people} of ${needed} people approved a change from ${shown.current} to ${shown.recommended}`;
  return needed === 2 && setter !== null && approvals.get(shown.version)?.has(setter)
    ? "who set the price is one of the two"
    : null;
}

function wrongByLane(
  model: Model,
  setter: string | null,
  { shown, needed }: Decided,
  nowMs: number,
): string | null {
  const { smallUpTo, agentsRuns } = RULES[policyOf(model).kind];
  model.byLane.push(nowMs);
  if (isFrozen(model, nowMs)) return "the lane decided in a freeze";
  if (smallUpTo === null) return "a lane decided that the policy does not have";
  if (needed !== 1)
    return `the lane approved ${shown.current} to ${shown.recommended} by ${shown.origins.join() || "nobody"}`;
  if (setter !== null) return "the lane approved a person's price";
  if (model.passing?.by === "agents" && !agentsRuns) return "the lane decided in an agent's run";
  const today = model.byLane.filter((at) => at > nowMs - DAY_MS).length;
  return today > LANE_A_DAY ? `the lane approved ${today} prices in a day` : null;
}

/** Returns what an approval shows. */
export function actsOfApproval(model: Model, item: ModelItem, decided: Decided, nowMs: number): Act[] {
  const { shown, byLane, needed, people } = decided;
  if (byLane)
    return [
      "a lane approved",
      ...(shown.origins.includes("agents") ? (["a lane decided on an agent's prices"] as const) : []),
      ...(model.passing?.by === "agents" ? (["a lane decided in an agent's run"] as const) : []),
    ];
  const acts: Act[] = [people > 1 ? "two people approved" : "one person approved"];
  if (needed === 2 && isSmallByItself(model, shown) && needsTwoByNow(model, item, shown, nowMs))
    acts.push("small steps needed two people");
  if (needed === 2 && !needsTwoByNow(model, item, shown, nowMs)) acts.push("earlier lanes needed two people");
  return acts;
}

/** Returns what the lanes have left to people because of who brought the prices or started the run. */
export function actsOfLeaving(model: Model, { setter }: Round, shown: Shown, nowMs: number): Act[] {
  const { smallUpTo, evidenceFrom, agentsRuns } = RULES[policyOf(model).kind];
  if (!isWaiting(shown) || setter !== null || smallUpTo === null || isFrozen(model, nowMs)) return [];
  if (Math.abs(shown.recommended - shown.current) * 100 > smallUpTo * shown.current) return [];
  if (model.byLane.some((at) => at > nowMs - DAY_MS)) return [];
  const foreign = shown.origins.filter((origin) => !evidenceFrom.includes(origin));
  return [
    ...(foreign.includes("tokens") ? (["a lane left a token's prices to people"] as const) : []),
    ...(foreign.includes("agents") ? (["a lane left an agent's prices to people"] as const) : []),
    ...(foreign.length === 0 && model.passing?.by === "agents" && !agentsRuns
      ? (["a lane left an agent's run to people"] as const)
      : []),
  ];
}

const isBack = ({ decided }: Round, price: number): boolean => price === decided?.shown.current;

export function whatWasWritten(round: Round, price: number): Act {
  if (isBack(round, price)) return "a price was taken back";
  return round.waited ? "a price that waited in a freeze was written" : "an approved price was written";
}

/** Returns what is wrong with a write that the store has just received; null if nothing is. */
export function wrongWrite(
  model: Model,
  item: ModelItem,
  round: Round,
  price: number,
  nowMs: number,
): string | null {
  const { decided, asked } = round;
  if (isFrozen(model, nowMs)) return "a price was written in a freeze";
  if (decided === null) return "a price was written that nobody has approved";
  if (isBack(round, price))
    return --asked.earlier < 0 ? "a price was taken back that nobody asked for" : null;
  if (--asked.approved < 0) return "a price was written that nobody approved";
  if (price !== decided.shown.recommended) return `${price} was written instead of what was approved`;
  const { version: fromVersion, kind } = policyOf(model);
  const change = { ...decided.shown, current: item.inStore, fromVersion };
  if (peopleNeeded(model, item, change, nowMs) > Math.max(1, decided.people))
    return `a price was written with ${decided.people} approvals when two were needed`;
  if (decided.byLane && RULES[kind].smallUpTo === null) return "a lane's price was written without the lane";
  if ((price - item.cost) / price < MARGIN_FLOOR) return `${price} is below the margin floor at ${item.cost}`;
  return Math.abs(price - item.inStore) / item.inStore > MAX_CHANGE
    ? `${price} is too far from ${item.inStore}`
    : null;
}

/**
 * Returns what is wrong with a revert that was answered as done before; null if nothing is.
 * @param price the price in the store or on its way there
 * @param wrote the price that was to be taken back
 */
export const wrongRepeat = (price: number, wrote: number): string | null =>
  price === wrote ? `a revert was answered as done while the price is ${price}` : null;

/** Returns what is wrong with what a run reads of an applied price; null if nothing is. */
export const wrongInRun = ({ inStore }: ModelItem, round: Round, reverted: boolean): string | null =>
  isBack(round, inStore) === reverted
    ? null
    : `a run reads ${reverted ? "a" : "no"} revert while the price is ${inStore}`;
