import { DAY_MS } from "../durations";
import type { Plan } from "./plans";

/** The plan that a workspace founded by sign-up starts on, without an operator. */
export const TRIAL_PLAN: Plan = "max";

/** The plan that follows a trial by itself. */
export const PLAN_AFTER_TRIAL: Plan = "free";

export const TRIAL_DAYS = 14;

/** Returns when a trial that begins at that time ends. */
export const trialEndFrom = (beginMs: number): Date => new Date(beginMs + TRIAL_DAYS * DAY_MS);
