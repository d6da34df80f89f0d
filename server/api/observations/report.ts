import { z } from "zod";
import { reportObservation } from "@/server/usecases/observations/report";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import { exampleObservation, ObservationChanged, presentObservationChange } from "./schemas";

export const report = mutation(
  {
    method: "POST",
    path: "/observations/{observation_id}/report",
    scope: "recommendations:write",
    tag: "Market",
    summary: "Report an observed price as wrong",
    description:
      "It counts no longer, and the seller's next best price takes its place. What still shows it cannot be approved until a run decides anew.",
    errors: ["plan_limit"],
    repeats: "natural",
    input: z.object({ observation_id: PathId, reason: Reason }),
    output: ObservationChanged,
    example: {
      request: { observation_id: exampleObservation.id, reason: "This is the price of the spare hood." },
      response: {
        ok: true,
        idempotent: false,
        observation: {
          ...exampleObservation,
          wrong: {
            at: "2026-11-20T09:30:00.000Z",
            by: "usr_01k9zq0v7k3t5m8w2x4y6z0a1b",
            reason: "This is the price of the spare hood.",
          },
        },
        run_id: "run_01k9zq0v7k3t5m8w2x4y6z0a1b",
      },
    },
    links: { "runs.get": { parameter: "run_id", from: "/run_id" } },
    mcp: { destructive: true, idempotent: true },
  },
  ({ context, input }) => reportObservation(context, { id: input.observation_id, reason: input.reason }),
  presentObservationChange,
);
