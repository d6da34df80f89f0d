import { type WorkspaceMembership, workspacesOf } from "@/server/db/accounts/accounts";
import type { Services } from "../services";

/** Lists the workspaces a person belongs to with their role in each, oldest first. */
export const listWorkspacesOf = (services: Services, userId: string): Promise<WorkspaceMembership[]> =>
  workspacesOf(services.db, userId);
