import { z } from "zod";
import { readFreeze } from "@/server/usecases/freezes/read";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleFreeze, Freeze, presentFreeze } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/freezes/{freeze_id}",
    scope: "schedules:read",
    tag: "Freezes",
    summary: "Read one freeze",
    input: z.object({ freeze_id: PathId }),
    output: Freeze,
    example: { request: { freeze_id: exampleFreeze.id }, response: exampleFreeze },
    mcp: { destructive: false },
  },
  async ({ context, input }) => presentFreeze(await readFreeze(context, input.freeze_id)),
);
