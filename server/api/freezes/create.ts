import { z } from "zod";
import { createFreeze } from "@/server/usecases/freezes/change";
import { NewFreeze } from "@/server/usecases/freezes/input";
import { mutation } from "../pipeline";
import { exampleFreeze, Freeze, presentFreeze } from "./schemas";

export const create = mutation(
  {
    method: "POST",
    path: "/freezes",
    scope: "schedules:write",
    tag: "Freezes",
    summary: "Freeze prices, once or every week",
    description:
      "In a freeze, approvals and reverts are accepted and their writes wait; at its end each passes the guards again before it is sent. " +
      "Send either `once` or `weekly`. It takes effect at once, also on approved writes that are not sent. " +
      "A time that the clocks skip or show twice makes the freeze longer, never shorter. A workspace has at most 20.",
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: NewFreeze,
    output: z.object({ ok: z.literal(true), idempotent: z.literal(false), freeze: Freeze }),
    example: {
      request: { reason: exampleFreeze.reason, once: exampleFreeze.once },
      response: { ok: true, idempotent: false, freeze: exampleFreeze },
    },
    links: { "freezes.get": { parameter: "freeze_id", from: "/freeze/id" } },
    mcp: { destructive: false },
  },
  ({ context, input }) => createFreeze(context, input),
  (view) => ({ ok: true as const, idempotent: false as const, freeze: presentFreeze(view) }),
);
