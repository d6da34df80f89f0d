import { z } from "zod";
import type { RunTrigger } from "@/server/domain/runs/run";
import { isStorable, NOT_STORABLE } from "@/server/domain/text";
import type { RequestContext } from "@/server/usecases/request-context";
import { triggerRun } from "@/server/usecases/runs/trigger";
import { mutation } from "../pipeline";
import { exampleQueuedRun, presentRun, Run } from "./schemas";

const Tag = z.string().trim().min(1).max(200).refine(isStorable, NOT_STORABLE);

const TRIGGERS: Readonly<Record<RequestContext["via"], RunTrigger>> = {
  web: "manual",
  command: "manual",
  api: "api",
  mcp: "mcp",
  worker: "schedule",
};

export const trigger = mutation(
  {
    method: "POST",
    path: "/runs",
    scope: "runs:trigger",
    tag: "Runs",
    summary: "Trigger a run",
    description:
      "Runs of a workspace go one after another; a further one waits its turn. While store, catalog, policy and workspace say different things of the shop's prices the answer is 409 conflict with `changed` naming `vat` or `currency`.",
    status: 202,
    errors: ["conflict", "email_not_confirmed", "run_budget_exceeded"],
    repeats: "replay",
    input: z.object({
      subset_tags: z
        .array(Tag)
        .max(100)
        .optional()
        .meta({ description: "Items that carry any of these tags; absent or empty: the whole catalog." }),
    }),
    output: z.object({ ok: z.literal(true), idempotent: z.literal(false), run: Run }),
    example: {
      request: { subset_tags: ["outdoor"] },
      response: { ok: true, idempotent: false, run: exampleQueuedRun },
    },
    links: {
      "runs.get": { parameter: "run_id", from: "/run/id" },
      "runs.cancel": { parameter: "run_id", from: "/run/id" },
    },
    mcp: { destructive: false },
  },
  ({ context, input }) =>
    triggerRun(context, { subsetTags: input.subset_tags ?? [], trigger: TRIGGERS[context.via] }),
  (row, nowMs) => ({
    ok: true as const,
    idempotent: false as const,
    run: presentRun(row, { nowMs, holds: false }),
  }),
);
