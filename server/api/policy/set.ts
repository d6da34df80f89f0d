import { z } from "zod";
import { setPolicy } from "@/server/usecases/policy/set";
import { mutation } from "../trpc";
import { Document } from "./wire";

export const set = mutation(
  {
    scope: "settings:policy",
    summary: "Make a policy document the active one, as a new version",
    errors: ["conflict", "plan_limit"],
    repeats: "replay",
    input: z.object({ document: Document, based_on: z.int().optional() }),
    output: z.object({ ok: z.literal(true), version: z.int() }),
  },
  ({ acting, input }) => setPolicy(acting, { document: input.document, basedOn: input.based_on }),
  ({ version }) => ({ ok: true as const, version }),
);
