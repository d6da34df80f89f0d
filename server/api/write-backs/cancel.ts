import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { cancelWriteBack } from "@/server/usecases/write-backs/cancel";
import { mutation } from "../pipeline";
import { PathId } from "../scalars";
import { exampleCanceled, presentWriteBackChange, WriteBackChanged } from "./schemas";

export const cancel = mutation(
  {
    method: "POST",
    path: "/write-backs/{write_back_id}/cancel",
    ...DECISION_PERMISSIONS.approve,
    tag: "Write-backs",
    summary: "Cancel a price that was not sent",
    description:
      "For a write-back that is `queued`, such as one that waits for the end of a freeze; one that was sent is never canceled. It ends as " +
      "`failed`, and so does the recommendation of an approved price. The same price is not recommended again until its inputs change.",
    errors: ["conflict"],
    repeats: "natural",
    input: z.object({ write_back_id: PathId }),
    output: WriteBackChanged,
    example: {
      request: { write_back_id: exampleCanceled.id },
      response: { ok: true, idempotent: false, write_back: exampleCanceled },
    },
    mcp: { destructive: true },
  },
  ({ context, input }) => cancelWriteBack(context, input.write_back_id),
  presentWriteBackChange,
);
