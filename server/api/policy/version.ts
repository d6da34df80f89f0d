import { z } from "zod";
import { readPolicyVersion } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { Document, exampleDocument, VersionNumber } from "./schemas";

export const version = query(
  {
    method: "GET",
    path: "/policies/{version}",
    scope: "policies:read",
    tag: "Policies",
    summary: "Read one version of the policy",
    errors: ["not_found"],
    input: z.object({ version: VersionNumber }),
    output: z.object({ version: z.int(), document: Document }),
    example: { request: { version: 3 }, response: { version: 3, document: exampleDocument } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => ({
    version: input.version,
    document: Document.parse(await readPolicyVersion(context, input.version)),
  }),
);
