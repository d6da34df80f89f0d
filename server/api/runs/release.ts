import { z } from "zod";
import { releaseRun } from "@/server/usecases/runs/release";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleRun, presentRunChange, RunChanged } from "./schemas";

export const release = mutation(
  {
    method: "POST",
    path: "/runs/{run_id}/release",
    scope: "recommendations:approve",
    tag: "Runs",
    summary: "Release what a run holds back",
    description: "Where the circuit breaker held a run's recommendations, they become new.",
    errors: ["conflict", "forbidden_role"],
    repeats: "natural",
    input: z.object({ run_id: PathId }),
    output: RunChanged,
    example: {
      request: { run_id: exampleRun.id },
      response: {
        ok: true,
        idempotent: false,
        run: {
          ...exampleRun,
          held: {
            reason: "The run would change 260 of 412 prices, more than 50 %.",
            released_at: "2026-11-20T08:15:00.000Z",
            waiting: false,
          },
        },
      },
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => releaseRun(context, input.run_id),
  presentRunChange,
);
