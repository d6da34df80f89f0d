import { z } from "zod";
import { sendTest } from "@/server/usecases/webhooks/send-test";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { Delivery, exampleDelivery, exampleWebhook, presentDelivery } from "./schemas";

export const test = mutation(
  {
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Send a test event",
    description:
      "A `webhook.test` event with a number of its own, whatever kinds the endpoint receives. Read the delivery for the outcome.",
    status: 202,
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({ webhook_id: PathId }),
    output: z.object({ ok: z.literal(true), delivery: Delivery }),
    example: {
      request: { webhook_id: exampleWebhook.id },
      response: {
        ok: true,
        delivery: {
          ...exampleDelivery,
          kind: "webhook.test",
          status: "pending",
          attempts: 0,
          next_attempt_at: exampleDelivery.created_at,
          last_attempt_at: null,
          response: null,
          took_ms: null,
          ended_at: null,
          payload: JSON.stringify({
            type: "webhook.test",
            timestamp: "2026-11-20T08:15:00.000Z",
            number: 1042,
            workspace_id: "ws_01k9zq0v7k3t5m8w2x4y6z0a1b",
            data: { id: exampleWebhook.id, status: "enabled" },
          }),
        },
      },
    },
    links: { "webhooks.getDelivery": { parameter: "delivery_id", from: "/delivery/id" } },
    mcp: false,
  },
  ({ context, input }) => sendTest(context, input.webhook_id),
  (row) => ({ ok: true as const, delivery: presentDelivery(row) }),
);
