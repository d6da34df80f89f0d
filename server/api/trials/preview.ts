import { z } from "zod";
import { Scenario } from "@/server/domain/pricing/scenario";
import { requestTrial } from "@/server/usecases/trials/request";
import { mutation } from "../pipeline";
import { Document, exampleDocument, exampleTrial, presentTrial, TrialStarted } from "../policy/schemas";

export const preview = mutation(
  {
    method: "POST",
    path: "/policies/preview",
    scope: "policies:read",
    tag: "Policies",
    summary: "Have a draft of the policy tried over the catalog",
    description:
      "Nothing is published. A worker computes what a run would do, beside the active policy: read the trial until it has succeeded. A newer preview of the same credential replaces it.",
    status: 202,
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({
      document: Document,
      scenario: Scenario.optional().meta({
        description: 'One change at least: "0.05" is 5 % more.',
      }),
    }),
    output: TrialStarted,
    example: {
      request: {
        document: exampleDocument,
        scenario: { cost_change: "0.05", competitor_price_change: "-0.03" },
      },
      response: { ok: true, trial: exampleTrial },
    },
    links: { "policy.trial": { parameter: "trial_id", from: "/trial/id" } },
    mcp: { destructive: false },
  },
  ({ context, input }) =>
    requestTrial(context, {
      kind: "preview",
      document: input.document,
      scenario: input.scenario ?? null,
    }),
  (row) => ({ ok: true as const, trial: presentTrial(row) }),
);
