import { z } from "zod";
import { FaultToShow, switchOn as switchFaultOn } from "@/server/usecases/rehearsals/switch";
import { mutation } from "../pipeline";
import { exampleRehearsal, IntegrationId, presentRehearsal, Rehearsal } from "./schemas";

export const switchOn = mutation(
  {
    method: "POST",
    path: "/integrations/{integration_id}/rehearsal/switch-on",
    scope: "rehearsals:write",
    tag: "Rehearsals",
    summary: "Make a sandbox store fail",
    description:
      "The next calls to the store meet the fault: price writes, or for `edited_meanwhile` the look before one. " +
      "It replaces how the fault was set before; of several faults, a call meets the one that was switched on first. " +
      "Only sandbox stores can be made to fail; every other kind is a 409.",
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: FaultToShow.extend({ integration_id: IntegrationId }),
    output: z.object({ ok: z.literal(true), idempotent: z.literal(false), rehearsal: Rehearsal }),
    example: {
      request: { integration_id: exampleRehearsal.integration_id, fault: "lost_answer", times: 3 },
      response: { ok: true, idempotent: false, rehearsal: exampleRehearsal },
    },
    mcp: false,
  },
  ({ context, input: { integration_id: id, ...fault } }) => switchFaultOn(context, id, fault),
  (rehearsal) => ({ ok: true as const, idempotent: false as const, rehearsal: presentRehearsal(rehearsal) }),
);
