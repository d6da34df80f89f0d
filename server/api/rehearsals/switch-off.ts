import { z } from "zod";
import { FaultToEnd, switchOff as switchFaultOff } from "@/server/usecases/rehearsals/switch";
import { mutation } from "../pipeline";
import { exampleRehearsal, IntegrationId, presentRehearsal, Rehearsal } from "./schemas";

export const switchOff = mutation(
  {
    method: "POST",
    path: "/integrations/{integration_id}/rehearsal/switch-off",
    scope: "rehearsals:write",
    tag: "Rehearsals",
    summary: "Let a sandbox store work again",
    description: "Without a `fault`, all are switched off. What calls have met stays to be read.",
    errors: ["conflict", "plan_limit"],
    repeats: "natural",
    input: FaultToEnd.extend({ integration_id: IntegrationId }),
    output: z.union([
      z.object({ ok: z.literal(true), idempotent: z.literal(false), rehearsal: Rehearsal }),
      z.object({ ok: z.literal(true), idempotent: z.literal(true) }),
    ]),
    example: {
      request: { integration_id: exampleRehearsal.integration_id, fault: "late" },
      response: { ok: true, idempotent: false, rehearsal: exampleRehearsal },
    },
    mcp: false,
  },
  ({ context, input: { integration_id: id, ...fault } }) => switchFaultOff(context, id, fault),
  (rehearsal) =>
    rehearsal === null
      ? { ok: true as const, idempotent: true as const }
      : { ok: true as const, idempotent: false as const, rehearsal: presentRehearsal(rehearsal) },
);
