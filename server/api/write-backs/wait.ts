import { z } from "zod";
import { Timestamp } from "../scalars";

/** The fields that report whether a write waits for the end of a freeze. */
export const Wait = {
  waits_until: Timestamp.nullable().meta({
    description: "The end of the freeze that the write waits for; null if it waits for none.",
  }),
  waits_reason: z.string().nullable().meta({
    description: "What it waits for, in a sentence.",
    example: "Frozen until Wed, 2 Dec 2026, 06:00 (Europe/Berlin): Black Friday",
  }),
};

/** Serializes those fields as of `nowMs`; a freeze that is over is not waited for. */
export function presentWait(
  { waitsUntil, waitsReason }: { readonly waitsUntil: Date | null; readonly waitsReason: string | null },
  nowMs: number,
): { waits_until: string | null; waits_reason: string | null } {
  if (waitsUntil === null || waitsUntil.getTime() <= nowMs) return { waits_until: null, waits_reason: null };
  return { waits_until: waitsUntil.toISOString(), waits_reason: waitsReason };
}
