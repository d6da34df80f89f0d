import { z } from "zod";
import { rotateSecret as rotate } from "@/server/usecases/webhooks/rotate";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleWebhook, exampleWithSecret, presentWithSecret, WebhookWithSecret } from "./schemas";

export const rotateSecret = mutation(
  {
    method: "POST",
    path: "/webhooks/{webhook_id}/rotate-secret",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Give a webhook a new secret; it is shown this once",
    description: "For `overlap_hours`, deliveries carry the signatures of both secrets.",
    errors: ["plan_limit"],
    repeats: "refuse",
    input: z.object({
      webhook_id: PathId,
      overlap_hours: z
        .number()
        .min(0)
        .max(168)
        .default(24)
        .meta({ description: "How long the secret before still signs, in hours.", example: 24 }),
    }),
    output: WebhookWithSecret,
    example: {
      request: { webhook_id: exampleWebhook.id, overlap_hours: 24 },
      response: {
        ...exampleWithSecret,
        webhook: { ...exampleWebhook, previous_secret_until: "2026-11-21T08:15:00.000Z" },
      },
    },
    mcp: false,
  },
  ({ context, input: { webhook_id, overlap_hours } }) => rotate(context, webhook_id, { overlap_hours }),
  presentWithSecret,
);
