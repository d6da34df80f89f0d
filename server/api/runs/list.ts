import { z } from "zod";
import { runsHolding } from "@/server/db/runs/held";
import { listRuns } from "@/server/db/runs/runs";
import { HELD_STATES, RUN_STATUSES } from "@/server/domain/runs/run";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { exampleRun, presentRun, Run } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/runs",
    scope: "runs:read",
    tag: "Runs",
    summary: "List recent runs, newest first",
    input: Paging.extend({
      status: z.enum(RUN_STATUSES).optional(),
      held: z.enum(HELD_STATES).optional().meta({
        description: "Runs whose findings the circuit breaker held: `waiting` for a release, or `released`.",
      }),
    }),
    output: page(Run),
    example: { request: { limit: 50 }, response: { data: [exampleRun], next_cursor: null } },
    links: { "runs.get": { parameter: "run_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("run", input.cursor);
    const { status, held, limit } = input;
    const { rows, holding } = await readTransaction(context, async (tx) => {
      const runs = await listRuns(tx, { before, status, held, limit: limit + 1 });
      return { rows: runs, holding: await runsHolding(tx, runs) };
    });
    const nowMs = context.services.now();
    return cutPage(rows, limit, (row) => presentRun(row, { nowMs, holds: holding.has(row.id) }));
  },
);
