import { z } from "zod";
import { readPolicyVersion } from "@/server/usecases/policy/read";
import { query } from "../trpc";
import { Document } from "./wire";

export const version = query(
  {
    scope: "settings:policy",
    summary: "Read one version of the policy",
    errors: ["not_found"],
    input: z.object({ version: z.int().min(1).max(1_000_000_000) }),
    output: z.object({ version: z.int(), document: Document }),
  },
  async ({ acting, input }) => ({
    version: input.version,
    document: Document.parse(await readPolicyVersion(acting, input.version)),
  }),
);
