"use client";

import { useWorkspace } from "@/app/_session/workspace";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { useSummary } from "../_frame/nav-items";

/** Why this reader cannot write a price to the store. */
export type Blocker = "role" | "plan" | "store" | "lifecycle";

/** Returns the first reason that prevents an approval, in the order the service checks them; null if there is none. */
export function useBlocker(): Blocker | null {
  const { may, plan, lifecycle } = useWorkspace();
  const summary = useSummary();
  if (!may("recommendations:approve")) return "role";
  if (lifecycle === "suspended" || lifecycle === "deleting") return "lifecycle";
  if (!PLAN_LIMITS[plan].writeBack) return "plan";
  return summary && summary.store === null ? "store" : null;
}

/** Whether this reader's acceptance of a price approves it in the same press. */
export function useDecidesOnce(): boolean {
  const isOn = useSummary()?.decides_once ?? false;
  const blocker = useBlocker();
  const { may } = useWorkspace();
  return isOn && blocker === null && may("recommendations:write");
}
