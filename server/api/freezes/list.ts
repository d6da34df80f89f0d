import { readFreezes } from "@/server/usecases/freezes/read";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { exampleFreeze, Freeze, presentFreeze } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/freezes",
    scope: "schedules:read",
    tag: "Freezes",
    summary: "List the workspace's freezes, newest first",
    input: Paging,
    output: page(Freeze),
    example: { request: { limit: 50 }, response: { data: [exampleFreeze], next_cursor: null } },
    links: { "freezes.get": { parameter: "freeze_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("freeze", input.cursor);
    const rows = await readFreezes(context, { before, limit: input.limit + 1 });
    return cutPage(rows, input.limit, presentFreeze);
  },
);
