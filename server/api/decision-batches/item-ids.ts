import { z } from "zod";
import { readBatchIds } from "@/server/usecases/decision-batches/read";
import { query } from "../pipeline";
import { PathId } from "../scalars";

/** Which recommendations a batch decides, for the page that follows it. */
export const itemIds = query(
  {
    scope: "recommendations:read",
    summary: "List the ids of the recommendations that a batch decides",
    input: z.object({ batch_id: PathId }),
    output: z.array(z.string()),
  },
  ({ context, input }) => readBatchIds(context, input.batch_id),
);
