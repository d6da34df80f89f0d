import { z } from "zod";
import { cancelRun } from "@/server/usecases/runs/cancel";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleQueuedRun, presentRunChange, RunChanged } from "./schemas";

export const cancel = mutation(
  {
    method: "POST",
    path: "/runs/{run_id}/cancel",
    scope: "runs:trigger",
    tag: "Runs",
    summary: "Cancel a queued or running run",
    description: "A canceled run publishes nothing, also where it was just publishing what it found.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ run_id: PathId }),
    output: RunChanged,
    example: {
      request: { run_id: exampleQueuedRun.id },
      response: {
        ok: true,
        idempotent: false,
        run: { ...exampleQueuedRun, status: "canceled", finished_at: "2026-11-20T06:00:00.090Z" },
      },
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => cancelRun(context, input.run_id),
  presentRunChange,
);
