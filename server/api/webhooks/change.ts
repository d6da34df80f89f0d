import { z } from "zod";
import { ENDPOINT_STATUSES } from "@/server/domain/webhooks/delivery";
import { changeEndpoint } from "@/server/usecases/webhooks/change";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { Description, EventKinds, exampleWebhook, presentWebhook, Url, Webhook } from "./schemas";

export const change = mutation(
  {
    method: "POST",
    path: "/webhooks/{webhook_id}",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Change a webhook; absent fields stay",
    description:
      "While a webhook is disabled, its events get their numbers and are recorded as given up. After enabling it, send them with a replay.",
    errors: ["plan_limit", "email_not_confirmed"],
    repeats: "replay",
    input: z.object({
      webhook_id: PathId,
      url: Url.optional(),
      description: Description,
      event_kinds: EventKinds,
      status: z.enum(ENDPOINT_STATUSES).optional(),
    }),
    output: z.object({ ok: z.literal(true), webhook: Webhook }),
    example: {
      request: { webhook_id: exampleWebhook.id, description: "Warehouse", status: "enabled" },
      response: { ok: true, webhook: exampleWebhook },
    },
    mcp: false,
  },
  ({ context, input: { webhook_id, event_kinds: kinds, ...rest } }) =>
    changeEndpoint(context, webhook_id, { ...rest, kinds }),
  (row, nowMs) => ({ ok: true as const, webhook: presentWebhook(row, nowMs) }),
);
