import { z } from "zod";
import { LIFECYCLES } from "@/server/domain/plan/plans";
import { checked, PlanName } from "@/server/usecases/input";
import { operatorContext } from "@/server/usecases/operator-context";
import { listPlanRequests } from "@/server/usecases/plan/plan-request";
import { previewPlan } from "@/server/usecases/plan/plan-use";
import { setPlan } from "@/server/usecases/plan/set-plan";
import { setLifecycle } from "@/server/usecases/workspaces/deletion/set-lifecycle";
import { command, flag, required } from "./command";

const printLine = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

export const plans = [
  command(
    "plan set",
    "Puts a workspace on a plan and answers its owner's request; says first what stops, and with --dry-run no more",
    { workspace: required("ID"), plan: required("free|pro|max|enterprise"), "dry-run": flag },
    async ({ services }, { workspace, plan, "dry-run": dry }) => {
      const context = await operatorContext(services, workspace);
      const newPlan = checked(PlanName, plan);
      const stops = await previewPlan(context, newPlan);
      for (const { message } of stops) printLine(message);
      if (dry) return { workspace, plan: context.plan, would_be: newPlan, stops };
      const { request } = await setPlan(context, newPlan);
      return {
        workspace,
        plan: newPlan,
        ...(stops.length > 0 ? { stops } : {}),
        ...(request ? { request } : {}),
      };
    },
  ),
  command(
    "plan requests",
    "Lists what owners asked for and nobody has answered, oldest first",
    {},
    async ({ services }) => ({ data: await listPlanRequests(services) }),
  ),
  command(
    "lifecycle set",
    "Puts a workspace into a state; deleting begins its last 30 days, any other state ends them",
    { workspace: required("ID"), state: required(LIFECYCLES.join("|")) },
    async ({ services }, { workspace, state }) => {
      const context = await operatorContext(services, workspace);
      const { lifecycle, deletionAt } = await setLifecycle(context, checked(z.enum(LIFECYCLES), state));
      return { workspace, lifecycle, deleted_at: deletionAt };
    },
  ),
];
