import { z } from "zod";
import { PolicyDocument, ScopeMatch } from "@/server/domain/pricing/policy";
import { countScopeItems } from "@/server/usecases/policy/count-items";
import { query } from "../pipeline";

export const countItems = query(
  {
    scope: "policies:read",
    summary: "Count the items that fall under each scope of a draft of the policy",
    input: z.object({
      currency: PolicyDocument.shape.currency,
      scopes: z.array(ScopeMatch).max(200),
    }),
    output: z.object({ scopes: z.array(z.int()), rest: z.int() }),
  },
  ({ context, input }) => countScopeItems(context, input),
);
