import { z } from "zod";
import { REVERT_PERMISSION } from "@/server/domain/permissions";
import { revertWriteBack } from "@/server/usecases/write-backs/revert";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleRevert, presentWriteBackChange, WriteBackChanged } from "./schemas";

export const revert = mutation(
  {
    method: "POST",
    path: "/write-backs/{write_back_id}/revert",
    ...REVERT_PERMISSION,
    tag: "Write-backs",
    summary: "Take an applied price back",
    description:
      "Writes the price from before, provided the store still carries ours: a price edited there since is never " +
      "overwritten. Only the newest write-back of an item. Needs the Max or Enterprise plan.",
    errors: ["conflict", "tier_ineligible", "no_commerce_integration"],
    repeats: "natural",
    input: z.object({ write_back_id: PathId }),
    output: WriteBackChanged,
    example: {
      request: { write_back_id: exampleRevert.revert_of },
      response: { ok: true, idempotent: false, write_back: exampleRevert },
    },
    mcp: { destructive: true, openWorld: true },
  },
  ({ context, input }) => revertWriteBack(context, input.write_back_id),
  presentWriteBackChange,
);
