import { z } from "zod";
import { runsHolding } from "@/server/db/runs/held";
import { findRun } from "@/server/db/runs/runs";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleRun, presentRun, Run } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/runs/{run_id}",
    scope: "runs:read",
    tag: "Runs",
    summary: "Read one run",
    input: z.object({ run_id: PathId }),
    output: Run,
    example: { request: { run_id: exampleRun.id }, response: exampleRun },
    links: { "runs.cancel": { parameter: "run_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const [row, holding] = await readTransaction(context, async (tx) => {
      const run = await findRun(tx, input.run_id);
      if (run === null) throw notFound("run");
      return [run, await runsHolding(tx, [run])] as const;
    });
    return presentRun(row, { nowMs: context.services.now(), holds: holding.has(row.id) });
  },
);
