import { z } from "zod";
import { requestTrial } from "@/server/usecases/trials/request";
import { mutation } from "../pipeline";
import { Document, presentTrial, Trial } from "../policy/schemas";

export const backtest = mutation(
  {
    scope: "settings:policy",
    summary: "Have a draft of the policy tried over what the latest runs knew",
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({ document: Document, runs: z.int().min(1).max(30).default(5) }),
    output: z.object({ ok: z.literal(true), trial: Trial }),
  },
  ({ context, input }) =>
    requestTrial(context, { kind: "backtest", document: input.document, runs: input.runs }),
  (row) => ({ ok: true as const, trial: presentTrial(row) }),
);
