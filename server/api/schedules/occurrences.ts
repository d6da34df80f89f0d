import { readOccurrences } from "@/server/usecases/schedules/read";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { exampleOccurrence, Occurrence, presentOccurrence } from "./schemas";

export const occurrences = query(
  {
    method: "GET",
    path: "/schedules/{schedule_id}/occurrences",
    scope: "schedules:read",
    tag: "Schedules",
    summary: "List when a schedule began and what came of it, latest first",
    description: "The latest 1,000 are kept.",
    input: Paging.extend({ schedule_id: PathId }),
    output: page(Occurrence),
    example: {
      request: { schedule_id: exampleOccurrence.schedule_id, limit: 50 },
      response: { data: [exampleOccurrence], next_cursor: null },
    },
    links: { "runs.get": { parameter: "run_id", from: "/data/0/run_id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("occurrence", input.cursor);
    const page = { before, limit: input.limit + 1 };
    return cutPage(await readOccurrences(context, input.schedule_id, page), input.limit, presentOccurrence);
  },
);
