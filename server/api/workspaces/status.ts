import { z } from "zod";
import { findDeletion } from "@/server/db/accounts/deletions";
import { findOpenSupportSession } from "@/server/db/support/support";
import { workspaceStatus } from "@/server/db/workspaces/status";
import { LIFECYCLES, PLAN_LIMITS, PLANS } from "@/server/domain/plan/plans";
import { dayOf, monthOf } from "@/server/domain/plan/usage-period";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";
import { AccountDeletion, presentAccountDeletion, presentSupportAccess, SupportAccess } from "./projections";

const Cap = z.strictObject({ used: z.number().int(), limit: z.number().int() });

/** A quota that resets each day or month; null means unlimited. */
const Allowance = z.strictObject({
  used: z.number().int(),
  limit: z.number().int().nullable(),
  per: z.enum(["day", "month"]),
  resets_at: Timestamp,
});

const WorkspaceStatus = z
  .strictObject({
    lifecycle: z.strictObject({
      state: z.enum(LIFECYCLES),
      plan: z.enum(PLANS),
      since: Timestamp,
      trial_ends_at: Timestamp.optional().meta({
        description: "In state trial: when the Free plan follows by itself; absent in every other state.",
      }),
    }),
    usage: z.strictObject({
      period_start: Timestamp,
      period_end: Timestamp,
      items: Cap,
      runs: Allowance,
      checks: Allowance,
      members: Cap,
      tokens: Cap,
    }),
    support_access: SupportAccess.nullable(),
    account_deletion: AccountDeletion.nullable(),
  })
  .meta({ id: "WorkspaceStatus" });

const iso = (ms: number): string => new Date(ms).toISOString();

export const status = query(
  {
    method: "GET",
    path: "/workspace/status",
    scope: "workspace:read",
    tag: "Workspace",
    summary: "Read the workspace's state and what of its plan is used",
    input: z.object({}),
    output: WorkspaceStatus,
    example: {
      response: {
        lifecycle: { state: "active", plan: "max", since: "2026-06-01T08:00:00.000Z" },
        usage: {
          period_start: "2026-11-01T00:00:00.000Z",
          period_end: "2026-12-01T00:00:00.000Z",
          items: { used: 200, limit: 100_000 },
          runs: { used: 3, limit: 288, per: "day", resets_at: "2026-11-21T00:00:00.000Z" },
          checks: { used: 0, limit: 1_000_000, per: "month", resets_at: "2026-12-01T00:00:00.000Z" },
          members: { used: 4, limit: 50 },
          tokens: { used: 2, limit: 100 },
        },
        support_access: null,
        account_deletion: null,
      },
    },
    mcp: { destructive: false },
  },
  async ({ context }) => {
    const now = context.services.now();
    const day = dayOf(now);
    const month = monthOf(now);
    const { plan, lifecycle, since, trialEndsAt, support, ...used } = await readTransaction(
      context,
      async (tx) => ({
        ...(await workspaceStatus(tx, { dayMs: day.startMs, monthMs: month.startMs }, new Date(now))),
        support: await findOpenSupportSession(tx, new Date(now)),
      }),
    );
    const { userId } = context.actor;
    const deletion = userId === null ? null : await findDeletion(context.services.db, userId);
    const limits = PLAN_LIMITS[plan];
    return {
      lifecycle: {
        state: lifecycle,
        plan,
        since: since.toISOString(),
        ...(lifecycle === "trial" && trialEndsAt ? { trial_ends_at: trialEndsAt.toISOString() } : {}),
      },
      usage: {
        period_start: iso(month.startMs),
        period_end: iso(month.endMs),
        items: { used: used.items, limit: limits.items },
        runs: {
          used: used.runsToday,
          limit: limits.runsPerDay,
          per: "day" as const,
          resets_at: iso(day.endMs),
        },
        checks: {
          used: used.checks,
          limit: limits.checksPerMonth,
          per: "month" as const,
          resets_at: iso(month.endMs),
        },
        members: { used: used.members, limit: limits.members },
        tokens: { used: used.tokens, limit: limits.tokens },
      },
      support_access: presentSupportAccess(support),
      account_deletion: presentAccountDeletion(deletion),
    };
  },
);
