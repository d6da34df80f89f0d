import { z } from "zod";
import { requestTrial } from "@/server/usecases/trials/request";
import { mutation } from "../pipeline";
import { Document, presentTrial, Trial } from "../policy/schemas";

export const preview = mutation(
  {
    scope: "settings:policy",
    summary: "Have a draft of the policy tried over the catalog as it is",
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({ document: Document }),
    output: z.object({ ok: z.literal(true), trial: Trial }),
  },
  ({ context, input }) => requestTrial(context, { kind: "preview", document: input.document }),
  (row) => ({ ok: true as const, trial: presentTrial(row) }),
);
