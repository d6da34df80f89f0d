import { z } from "zod";
import { PolicySummary, summarizePolicy } from "@/server/domain/pricing/policy-summary";
import { readPolicy } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { Document, presentVersion, Version } from "./schemas";

export const get = query(
  {
    scope: "policies:read",
    summary: "Read the active policy and the list of its versions, newest first",
    input: z.object({}),
    output: z.object({
      version: z.int(),
      document: Document,
      summary: PolicySummary.nullable(),
      versions: z.array(Version),
    }),
  },
  async ({ context }) => {
    const { version, document, versions } = await readPolicy(context);
    return {
      version,
      document: Document.parse(document),
      summary: summarizePolicy(document),
      versions: versions.map((row) => presentVersion(row, version)),
    };
  },
);
