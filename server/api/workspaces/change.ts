import { z } from "zod";
import { changeWorkspace, WorkspaceChange } from "@/server/usecases/workspaces/change";
import { mutation } from "../pipeline";
import { presentSettings, Settings } from "./settings";

export const change = mutation(
  {
    scope: "settings:workspace",
    summary:
      "Rename the workspace, or say whether agents may approve prices and whether accepting one may approve it, how often pages are checked, and the shop's time zone",
    errors: ["plan_limit"],
    input: WorkspaceChange,
    output: z.object({ ok: z.literal(true), workspace: Settings }),
  },
  ({ context, input }) => changeWorkspace(context, input),
  (row) => ({ ok: true as const, workspace: presentSettings(row) }),
);
