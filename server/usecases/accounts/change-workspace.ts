import { z } from "zod";
import {
  type WorkspaceSettings,
  saveWorkspaceSettings,
  workspaceSettings,
} from "@/server/db/workspace-settings";
import { type Acting, change, requireLive } from "../acting";
import { recordChange } from "../audit";
import { WorkspaceName, checked } from "./fields";

/** What is to be otherwise; what is left out stays. */
export const WorkspaceChange = z.object({
  name: WorkspaceName.optional(),
  agents_may_approve: z.boolean().optional(),
});

/**
 * Renames the workspace, or says whether agents may approve prices in it.
 * @returns the settings as they are now
 * @throws DomainError validation_error; plan_limit in a suspended workspace
 */
export function changeWorkspace(
  acting: Acting,
  input: z.input<typeof WorkspaceChange>,
): Promise<WorkspaceSettings> {
  const wanted = checked(WorkspaceChange, input);
  return change(acting, async (tx) => {
    const before = await workspaceSettings(tx, { lock: true });
    const after: WorkspaceSettings = {
      ...before,
      name: wanted.name ?? before.name,
      agentsMayApprove: wanted.agents_may_approve ?? before.agentsMayApprove,
    };
    if (after.name === before.name && after.agentsMayApprove === before.agentsMayApprove) return before;
    requireLive(acting);
    await saveWorkspaceSettings(tx, after);
    await recordChange(acting, tx, {
      action: "workspace.change",
      subject: acting.tenant.workspaceId,
      before: { ...before },
      after: { ...after },
    });
    return after;
  });
}
