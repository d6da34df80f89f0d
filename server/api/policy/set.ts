import { z } from "zod";
import { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { setPolicy } from "@/server/usecases/policy/set";
import { mutation } from "../pipeline";
import { Document, Note, VersionNumber } from "./schemas";

export const set = mutation(
  {
    scope: "settings:policy",
    summary: "Make a policy document the active one, as a new version",
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({ document: Document, based_on: VersionNumber.optional(), note: Note.optional() }),
    output: z.object({ ok: z.literal(true), version: z.int(), warnings: z.array(PolicyFinding) }),
  },
  ({ context, input }) =>
    setPolicy(context, { document: input.document, basedOn: input.based_on, note: input.note }),
  ({ version, warnings }) => ({ ok: true as const, version, warnings: [...warnings] }),
);
