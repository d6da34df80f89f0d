import { z } from "zod";
import { requestTrial } from "@/server/usecases/trials/request";
import { mutation } from "../pipeline";
import { Document, exampleDocument, exampleTrial, presentTrial, TrialStarted } from "../policy/schemas";

export const backtest = mutation(
  {
    method: "POST",
    path: "/policies/backtest",
    scope: "policies:read",
    tag: "Policies",
    summary: "Have a draft of the policy tried over what the latest runs knew",
    description:
      "Each run is decided again from its stored inputs, by the engine that decided it. Read the trial until it has succeeded.",
    status: 202,
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({
      document: Document,
      runs: z.int().min(1).max(30).default(5).meta({ description: "How many of the latest runs." }),
    }),
    output: TrialStarted,
    example: {
      request: { document: exampleDocument, runs: 5 },
      response: { ok: true, trial: { ...exampleTrial, kind: "backtest" } },
    },
    links: { "policy.trial": { parameter: "trial_id", from: "/trial/id" } },
    mcp: false,
  },
  ({ context, input }) =>
    requestTrial(context, { kind: "backtest", document: input.document, runs: input.runs }),
  (row) => ({ ok: true as const, trial: presentTrial(row) }),
);
