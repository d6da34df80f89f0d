import { z } from "zod";
import { readActivePolicy } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { Document, exampleDocument } from "./schemas";

export const active = query(
  {
    method: "GET",
    path: "/policies/active",
    scope: "policies:read",
    tag: "Policies",
    summary: "Read the active policy",
    description: "The next run uses it. Send its `version` as `based_on` with what you make of it.",
    input: z.object({}),
    output: z.object({ version: z.int(), document: Document }),
    example: { response: { version: 4, document: exampleDocument } },
    mcp: { destructive: false },
  },
  async ({ context }) => {
    const { version, document } = await readActivePolicy(context);
    return { version, document: Document.parse(document) };
  },
);
