export const PLANS = ["free", "pro", "max", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

/** What people call each plan. */
export const PLAN_NAMES: Readonly<Record<Plan, string>> = {
  free: "Free",
  pro: "Pro",
  max: "Max",
  enterprise: "Enterprise",
};

/** The plans that owners may set themselves where the installation lets them; enterprise is by contract. */
export const SELF_SERVE_PLANS = ["free", "pro", "max"] as const satisfies readonly Plan[];
export type SelfServePlan = (typeof SELF_SERVE_PLANS)[number];

/** The limits of a plan. `null` means unlimited (or by contract). */
export interface PlanLimits {
  readonly items: number;
  readonly runsPerDay: number | null;
  readonly checksPerMonth: number | null;
  readonly members: number;
  readonly tokens: number;
  /** Webhook endpoints. */
  readonly webhooks: number;
  readonly writeBack: boolean;
  /** Whether agents may connect. */
  readonly agents: boolean;
}

export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: {
    items: 250,
    runsPerDay: 4,
    checksPerMonth: 1_000,
    members: 2,
    tokens: 2,
    webhooks: 1,
    writeBack: false,
    agents: false,
  },
  pro: {
    items: 10_000,
    runsPerDay: 48,
    checksPerMonth: 50_000,
    members: 10,
    tokens: 20,
    webhooks: 5,
    writeBack: false,
    agents: false,
  },
  max: {
    items: 100_000,
    runsPerDay: 288,
    checksPerMonth: 1_000_000,
    members: 50,
    tokens: 100,
    webhooks: 50,
    writeBack: true,
    agents: true,
  },
  enterprise: {
    items: 1_000_000,
    runsPerDay: null,
    checksPerMonth: null,
    members: 1_000,
    tokens: 1_000,
    webhooks: 500,
    writeBack: true,
    agents: true,
  },
};

export const LIFECYCLES = ["trial", "active", "past_due", "suspended", "deleting"] as const;
export type Lifecycle = (typeof LIFECYCLES)[number];

/** Whether a workspace in this state may be changed; reads are always permitted. */
export const acceptsMutations = (lifecycle: Lifecycle): boolean =>
  lifecycle !== "suspended" && lifecycle !== "deleting";
