import { z } from "zod";
import { findEndpoint } from "@/server/db/webhooks/endpoints";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleWebhook, presentWebhook, Webhook } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:read",
    tag: "Webhooks",
    summary: "Read one webhook",
    input: z.object({ webhook_id: PathId }),
    output: Webhook,
    example: { request: { webhook_id: exampleWebhook.id }, response: exampleWebhook },
    links: { "webhooks.listDeliveries": { parameter: "webhook_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const row = await readTransaction(context, (tx) => findEndpoint(tx, input.webhook_id));
    if (row === null) throw notFound("webhook");
    return presentWebhook(row, context.services.now());
  },
);
