import { z } from "zod";
import { replayDelivery as replay } from "@/server/usecases/webhooks/replay";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { Delivery, exampleDelivery, presentDelivery } from "./schemas";

export const replayDelivery = mutation(
  {
    method: "POST",
    path: "/webhook-deliveries/{delivery_id}/replay",
    scope: "webhooks:write",
    tag: "Webhooks",
    summary: "Send one delivery again",
    description: "With the same id and number. A delivery that waits to be sent stays as it is.",
    status: 202,
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ delivery_id: PathId }),
    output: z.object({ ok: z.literal(true), idempotent: z.boolean(), delivery: Delivery }),
    example: {
      request: { delivery_id: exampleDelivery.id },
      response: {
        ok: true,
        idempotent: false,
        delivery: {
          ...exampleDelivery,
          status: "pending",
          attempts: 0,
          replays: 1,
          next_attempt_at: "2026-11-20T09:00:00.000Z",
          ended_at: null,
        },
      },
    },
    mcp: false,
  },
  ({ context, input }) => replay(context, input.delivery_id),
  ({ idempotent, row }) => ({ ok: true as const, idempotent, delivery: presentDelivery(row) }),
);
