import { listLaneDecisions } from "@/server/db/lanes/decisions";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { LaneDecisionOut, LaneName, presentLaneDecision } from "./schemas";

export const decisions = query(
  {
    scope: "recommendations:read",
    summary: "List what an automatic lane decided, or would have decided in shadow, newest first",
    input: Paging.extend({ lane: LaneName }),
    output: page(LaneDecisionOut),
  },
  async ({ context, input: { lane, cursor, limit } }) => {
    const before = decodeCursor("laneDecision", cursor);
    const rows = await readTransaction(context, (tx) =>
      listLaneDecisions(tx, { lane, before, limit: limit + 1 }),
    );
    return cutPage(rows, limit, presentLaneDecision);
  },
);
