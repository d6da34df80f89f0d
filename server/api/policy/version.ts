import { z } from "zod";
import { readPolicyVersion } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { Document, VersionNumber } from "./schemas";

export const version = query(
  {
    scope: "recommendations:read",
    summary: "Read one version of the policy",
    errors: ["not_found"],
    input: z.object({ version: VersionNumber }),
    output: z.object({ version: z.int(), document: Document }),
  },
  async ({ context, input }) => ({
    version: input.version,
    document: Document.parse(await readPolicyVersion(context, input.version)),
  }),
);
