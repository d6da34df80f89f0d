import { z } from "zod";
import { replayMany } from "@/server/usecases/webhooks/replay";
import { mutation } from "../pipeline";
import { PathId, TimestampInput } from "../scalars";
import { exampleWebhook } from "./schemas";

const EventNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const replay = mutation(
  {
    method: "POST",
    path: "/webhooks/{webhook_id}/replay",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Send a range of numbers again, or everything since a time",
    description:
      "Each delivery is sent again with its id and number, at most 10,000 numbers in one request. Send either both numbers, or `since`. What the retention has deleted is not sent.",
    status: 202,
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({
      webhook_id: PathId,
      from_number: EventNumber.optional(),
      to_number: EventNumber.optional(),
      since: TimestampInput.optional().meta({
        description: "Instead of the numbers: every event that happened from then on.",
      }),
      only_given_up: z
        .boolean()
        .default(true)
        .meta({ description: "Leave out what the receiver has accepted." }),
    }),
    output: z.object({ ok: z.literal(true), deliveries: z.number().int() }),
    example: {
      request: { webhook_id: exampleWebhook.id, from_number: 1001, to_number: 1042 },
      response: { ok: true, deliveries: 7 },
    },
    mcp: false,
  },
  ({ context, input: { webhook_id, from_number, to_number, since, only_given_up } }) =>
    replayMany(context, webhook_id, { from_number, to_number, since, only_given_up }),
  (deliveries) => ({ ok: true as const, deliveries }),
);
