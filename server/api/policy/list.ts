import { listPolicies } from "@/server/usecases/policy/read";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { exampleVersion, presentVersion, Version } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/policies",
    scope: "policies:read",
    tag: "Policies",
    summary: "List the versions of the policy, newest first",
    input: Paging,
    output: page(Version),
    example: { request: { limit: 50 }, response: { data: [exampleVersion], next_cursor: null } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("policy", input.cursor);
    const { rows, active } = await listPolicies(context, { before, limit: input.limit + 1 });
    return cutPage(rows, input.limit, (row) => presentVersion(row, active));
  },
);
