import { z } from "zod";
import { restoreObservation } from "@/server/usecases/observations/report";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleObservation, ObservationChanged, presentObservationChange } from "./schemas";

export const restore = mutation(
  {
    method: "POST",
    path: "/observations/{observation_id}/restore",
    scope: "recommendations:write",
    tag: "Market",
    summary: "Take the report of a wrong price back",
    description: "The observation counts again, and a run decides anew what follows from it.",
    errors: ["plan_limit"],
    repeats: "natural",
    input: z.object({ observation_id: PathId }),
    output: ObservationChanged,
    example: {
      request: { observation_id: exampleObservation.id },
      response: {
        ok: true,
        idempotent: false,
        observation: exampleObservation,
        run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
      },
    },
    links: { "runs.get": { parameter: "run_id", from: "/run_id" } },
    mcp: { destructive: false, idempotent: true },
  },
  ({ context, input }) => restoreObservation(context, input.observation_id),
  presentObservationChange,
);
