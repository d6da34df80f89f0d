import { z } from "zod";
import { deleteFreeze } from "@/server/usecases/freezes/change";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleFreeze } from "./schemas";

export const remove = mutation(
  {
    method: "POST",
    path: "/freezes/{freeze_id}/delete",
    scope: "schedules:write",
    tag: "Freezes",
    summary: "Delete a freeze",
    description: "Writes that wait for it alone are carried out now, after the guards were checked again.",
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({ freeze_id: PathId }),
    output: z.object({ ok: z.literal(true), idempotent: z.literal(false), id: z.string() }),
    example: {
      request: { freeze_id: exampleFreeze.id },
      response: { ok: true, idempotent: false, id: exampleFreeze.id },
    },
    mcp: { destructive: true, openWorld: true },
  },
  ({ context, input }) => deleteFreeze(context, input.freeze_id),
  ({ id }) => ({ ok: true as const, idempotent: false as const, id }),
);
