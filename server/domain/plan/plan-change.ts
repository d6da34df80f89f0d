import { grouped } from "../text";
import { PLAN_LIMITS, PLAN_NAMES, type Plan } from "./plans";

/** The current use of a plan's limits. */
export interface PlanUse {
  readonly items: number;
  readonly members: number;
  readonly tokens: number;
  readonly webhooks: number;
}

/** One thing that stops, or shrinks, on a smaller plan. */
export interface PlanEffect {
  readonly what: "approve" | "agents" | "items" | "members" | "tokens" | "webhooks" | "runs" | "checks";
  /** One sentence for a person. */
  readonly message: string;
}

/**
 * Returns what stops when a workspace changes from one plan to another; empty when the other plan allows at least as
 * much. Nothing is deleted or switched off: whatever exceeds a limit stays and works, and only additions are refused.
 */
export function whatStops(from: Plan, to: Plan, used: PlanUse): PlanEffect[] {
  const [before, after] = [PLAN_LIMITS[from], PLAN_LIMITS[to]];
  const effects: PlanEffect[] = [];
  const add = (what: PlanEffect["what"], message: string) => effects.push({ what, message });
  if (before.writeBack && !after.writeBack) {
    add("approve", "Prices can no longer be approved or reverted; what was approved is still written.");
    add("agents", "Agents are no longer let in over MCP.");
  }
  for (const { cap, noun, keeps } of CAPS)
    if (after[cap] < before[cap] && used[cap] > after[cap])
      add(
        cap,
        `${grouped(used[cap])} ${noun} are there and the ${PLAN_NAMES[to]} plan holds ${grouped(after[cap])}: ${keeps}, and no new ones can be added.`,
      );
  const runs = fewer(before.runsPerDay, after.runsPerDay);
  if (runs !== null) add("runs", `Runs are limited to ${grouped(runs)} a day.`);
  const checks = fewer(before.checksPerMonth, after.checksPerMonth);
  if (checks !== null)
    add("checks", `Competitors' pages are checked at most ${grouped(checks)} times a month.`);
  return effects;
}

const CAPS = [
  { cap: "items", noun: "items", keeps: "they stay, with their prices, runs and syncs" },
  { cap: "members", noun: "members", keeps: "they stay" },
  { cap: "tokens", noun: "API keys", keeps: "they go on working" },
  { cap: "webhooks", noun: "webhooks", keeps: "they go on working" },
] as const;

/** Returns the new limit when it is smaller; null means unlimited. */
const fewer = (before: number | null, after: number | null): number | null =>
  after !== null && (before === null || after < before) ? after : null;
