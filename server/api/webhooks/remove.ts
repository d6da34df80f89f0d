import { z } from "zod";
import { removeEndpoint } from "@/server/usecases/webhooks/change";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleWebhook } from "./schemas";

export const remove = mutation(
  {
    method: "POST",
    path: "/webhooks/{webhook_id}/remove",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Delete a webhook with its delivery log",
    repeats: "replay",
    input: z.object({ webhook_id: PathId }),
    output: z.object({ ok: z.literal(true), webhook_id: z.string() }),
    example: {
      request: { webhook_id: exampleWebhook.id },
      response: { ok: true, webhook_id: exampleWebhook.id },
    },
    mcp: false,
  },
  ({ context, input }) => removeEndpoint(context, input.webhook_id),
  (id) => ({ ok: true as const, webhook_id: id }),
);
