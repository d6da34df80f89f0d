import { readSchedules } from "@/server/usecases/schedules/read";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { exampleSchedule, presentSchedule, Schedule } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/schedules",
    scope: "schedules:read",
    tag: "Schedules",
    summary: "List the workspace's schedules, newest first",
    input: Paging,
    output: page(Schedule),
    example: { request: { limit: 50 }, response: { data: [exampleSchedule], next_cursor: null } },
    links: { "schedules.get": { parameter: "schedule_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("schedule", input.cursor);
    const rows = await readSchedules(context, { before, limit: input.limit + 1 });
    return cutPage(rows, input.limit, presentSchedule);
  },
);
