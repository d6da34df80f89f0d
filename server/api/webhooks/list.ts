import { listEndpoints } from "@/server/db/webhooks/endpoints";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page } from "../scalars";
import { exampleWebhook, presentWebhook, Webhook } from "./schemas";

export const list = query(
  {
    method: "GET",
    path: "/webhooks",
    scope: "webhooks:read",
    tag: "Webhooks",
    summary: "List the webhooks, newest first",
    input: Paging,
    output: page(Webhook),
    example: { request: { limit: 50 }, response: { data: [exampleWebhook], next_cursor: null } },
    links: { "webhooks.get": { parameter: "webhook_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const before = decodeCursor("webhook", input.cursor);
    const rows = await readTransaction(context, (tx) =>
      listEndpoints(tx, { before, limit: input.limit + 1 }),
    );
    return cutPage(rows, input.limit, (row) => presentWebhook(row, context.services.now()));
  },
);
