import { z } from "zod";
import { FAULTS } from "@/server/domain/rehearsals/faults";
import type { Rehearsal as View } from "@/server/usecases/rehearsals/read";
import { PathId, Timestamp } from "../scalars";

const FaultSwitch = z.object({
  fault: z.enum(FAULTS),
  on: z.boolean(),
  remaining: z.number().int().nullable().meta({
    description:
      "How many of the next calls still meet it; null: all, until it is switched off, or it is off.",
  }),
  seconds: z.number().int().nullable().meta({
    description:
      "Of `late`: how late the answer is. Of `throttled`: after how long the caller may come back. Null for the others.",
  }),
  met: z.number().int().meta({ description: "How many calls met it since it was last switched on." }),
  met_at: Timestamp.nullable(),
});

export const Rehearsal = z
  .object({ integration_id: z.string(), switches: z.array(FaultSwitch) })
  .meta({ id: "Rehearsal" });

export const IntegrationId = PathId.meta({
  description: "The id of a sandbox store's integration.",
  example: "int_01k9zq0v7k3t5m8w2x4y6z0a1b",
});

/** Builds the response for what a store does wrong on request. */
export const presentRehearsal = ({ integrationId, switches }: View): z.input<typeof Rehearsal> => ({
  integration_id: integrationId,
  switches: switches.map(({ metAt, ...rest }) => ({ ...rest, met_at: metAt?.toISOString() ?? null })),
});

const OFF = { on: false, remaining: null, met: 0, met_at: null } as const;

export const exampleRehearsal = {
  integration_id: "int_01k9zq0v7k3t5m8w2x4y6z0a1b",
  switches: [
    { ...OFF, fault: "late", seconds: 15 },
    { ...OFF, fault: "lost_answer", on: true, remaining: 3, seconds: null },
    { ...OFF, fault: "throttled", seconds: 15 },
    { ...OFF, fault: "edited_meanwhile", seconds: null },
    { ...OFF, fault: "edited_at_write", seconds: null },
    { ...OFF, fault: "marker_then_crash", seconds: null },
  ],
} as const;
