import { z } from "zod";
import { restorePolicy } from "@/server/usecases/policy/restore";
import { mutation } from "../pipeline";
import { BasedOn, Note, VersionNumber } from "./schemas";

export const restore = mutation(
  {
    method: "POST",
    path: "/policies/{version}/restore",
    scope: "policies:write",
    tag: "Policies",
    summary: "Make an earlier version of the policy the active one again, as a new version",
    description: "Lint does not stand in the way back: the version was active before.",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({ version: VersionNumber, based_on: BasedOn, note: Note.optional() }),
    output: z.object({ ok: z.literal(true), version: z.int() }),
    example: { request: { version: 3, based_on: 5 }, response: { ok: true, version: 6 } },
    mcp: false,
  },
  ({ context, input }) =>
    restorePolicy(context, { version: input.version, basedOn: input.based_on, note: input.note }),
  ({ version }) => ({ ok: true as const, version }),
);
