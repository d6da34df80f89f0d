import { z } from "zod";
import { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { lintDraft } from "@/server/usecases/policy/lint";
import { query } from "../pipeline";
import { Document } from "./schemas";

export const lint = query(
  {
    scope: "recommendations:read",
    summary:
      "Find what is wrong or doubtful in a draft of the policy, with the catalog's items that it is about",
    input: z.object({ document: Document }),
    output: z.object({
      findings: z.array(PolicyFinding),
      /** The draft with what its scopes lose to one another as limits; null where nothing is lost. */
      with_limits: Document.nullable(),
    }),
  },
  async ({ context, input: { document } }) => {
    const { findings, withLimits } = await lintDraft(context, document);
    return { findings: [...findings], with_limits: withLimits };
  },
);
