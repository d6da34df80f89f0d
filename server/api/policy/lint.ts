import { z } from "zod";
import { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { lintDraft } from "@/server/usecases/policy/lint";
import { query } from "../pipeline";
import { Document, exampleDocument } from "./schemas";

export const lint = query(
  {
    method: "POST",
    path: "/policies/lint",
    scope: "policies:read",
    tag: "Policies",
    summary: "Find what is wrong or doubtful in a draft of the policy",
    description:
      "Errors prevent its activation, warnings do not. A document that is no policy is a 422 with the place of each fault.",
    input: z.object({ document: Document }),
    output: z.object({
      findings: z.array(PolicyFinding),
      with_limits: Document.nullable().meta({
        description:
          "The draft with what its scopes lose to one another as limits; null where nothing is lost.",
      }),
    }),
    example: { request: { document: exampleDocument }, response: { findings: [], with_limits: null } },
    mcp: { destructive: false },
  },
  async ({ context, input: { document } }) => {
    const { findings, withLimits } = await lintDraft(context, document);
    return { findings: [...findings], with_limits: withLimits };
  },
);
