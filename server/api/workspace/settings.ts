import { z } from "zod";
import { type WorkspaceSettings, workspaceSettings } from "@/server/db/workspace-settings";
import { read } from "@/server/usecases/acting";
import { query } from "../trpc";

export const Settings = z.object({ name: z.string(), currency: z.string(), agents_may_approve: z.boolean() });

/** What people set about their workspace, as the pages show it. */
export const presentSettings = ({
  name,
  currency,
  agentsMayApprove,
}: WorkspaceSettings): z.input<typeof Settings> => ({
  name,
  currency,
  agents_may_approve: agentsMayApprove,
});

export const settings = query(
  {
    scope: "workspace:read",
    summary: "Read what is set about the workspace",
    input: z.object({}),
    output: Settings,
  },
  async ({ acting }) => presentSettings(await read(acting, (tx) => workspaceSettings(tx))),
);
