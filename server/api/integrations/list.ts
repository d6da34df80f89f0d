import { z } from "zod";
import { listIntegrations } from "@/server/usecases/integrations/list";
import { query } from "../pipeline";
import { Integration, presentIntegration } from "./schemas";

export const list = query(
  {
    scope: "settings:integrations",
    summary: "List the workspace's stores, newest first, with what their last sync found",
    input: z.object({}),
    output: z.object({ data: z.array(Integration) }),
  },
  async ({ context }) => ({ data: (await listIntegrations(context)).map(presentIntegration) }),
);
