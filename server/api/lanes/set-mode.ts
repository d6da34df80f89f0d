import { z } from "zod";
import { setLaneMode } from "@/server/usecases/lanes/set-mode";
import { mutation } from "../pipeline";
import { LaneModeOut, LaneName } from "./schemas";

export const setMode = mutation(
  {
    scope: "settings:policy",
    summary: "Switch an automatic lane to shadow, open it, or close it",
    errors: ["not_found", "conflict", "plan_limit"],
    repeats: "natural",
    input: z.object({ lane: LaneName, mode: LaneModeOut, proof: z.string().max(100).optional() }),
    output: z.object({ ok: z.literal(true), mode: LaneModeOut }),
  },
  ({ context, input }) => setLaneMode(context, input),
  ({ mode }) => ({ ok: true as const, mode }),
);
