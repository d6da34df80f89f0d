import { z } from "zod";
import { summarizePolicy } from "@/server/domain/pricing/policy-summary";
import { readPolicy } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { Document, presentVersion, Version } from "./schemas";

const Settings = z.array(z.object({ path: z.string(), label: z.string(), value: z.string() }));
const Named = z.array(z.object({ name: z.string(), items: z.string(), rules: Settings }));
const Summary = z.object({
  prices: Settings,
  scopes: Named,
  limits: Named,
  everything_else: Settings,
  lanes: z.array(z.object({ name: z.string(), sentence: z.string() })),
  runs: Settings,
});

export const get = query(
  {
    scope: "policies:read",
    summary: "Read the active policy and the list of its versions, newest first",
    input: z.object({}),
    output: z.object({
      version: z.int(),
      document: Document,
      summary: Summary.nullable(),
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
