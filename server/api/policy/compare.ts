import { z } from "zod";
import { comparePolicyVersions } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { VersionNumber } from "./schemas";

const Difference = z.object({
  path: z.string(),
  scope: z.string().nullable(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const compare = query(
  {
    scope: "policies:read",
    summary: "Tell what one version of the policy says otherwise than another",
    errors: ["not_found"],
    input: z.object({ from: VersionNumber, to: VersionNumber }),
    output: z.object({ differences: z.array(Difference) }),
  },
  async ({ context, input }) => ({ differences: await comparePolicyVersions(context, input) }),
);
