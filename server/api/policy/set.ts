import { z } from "zod";
import { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { setPolicy } from "@/server/usecases/policy/set";
import { mutation } from "../pipeline";
import { BasedOn, Document, exampleDocument, Note } from "./schemas";

export const set = mutation(
  {
    method: "POST",
    path: "/policies",
    scope: "policies:write",
    tag: "Policies",
    summary: "Make a policy document the active one, as a new version",
    description:
      "Settings that the document leaves out get their defaults. What lint calls an error is a 422. Runs that have begun keep their version.",
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({ document: Document, based_on: BasedOn, note: Note.optional() }),
    output: z.object({ ok: z.literal(true), version: z.int(), warnings: z.array(PolicyFinding) }),
    example: {
      request: { document: exampleDocument, based_on: 4, note: "The rent went up" },
      response: { ok: true, version: 5, warnings: [] },
    },
    mcp: false,
  },
  ({ context, input }) =>
    setPolicy(context, { document: input.document, basedOn: input.based_on, note: input.note }),
  ({ version, warnings }) => ({ ok: true as const, version, warnings: [...warnings] }),
);
