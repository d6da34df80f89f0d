import { z } from "zod";
import { restorePolicy } from "@/server/usecases/policy/restore";
import { mutation } from "../pipeline";
import { Note, VersionNumber } from "./schemas";

export const restore = mutation(
  {
    scope: "settings:policy",
    summary: "Make an earlier version of the policy the active one again, as a new version",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({ version: VersionNumber, based_on: VersionNumber.optional(), note: Note.optional() }),
    output: z.object({ ok: z.literal(true), version: z.int() }),
  },
  ({ context, input }) =>
    restorePolicy(context, { version: input.version, basedOn: input.based_on, note: input.note }),
  ({ version }) => ({ ok: true as const, version }),
);
