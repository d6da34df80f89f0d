import { z } from "zod";
import { listDeliveries as listRows } from "@/server/db/webhooks/deliveries";
import { findEndpoint } from "@/server/db/webhooks/endpoints";
import { notFound } from "@/server/domain/errors";
import { DELIVERY_STATUSES } from "@/server/domain/webhooks/delivery";
import { EVENT_KINDS } from "@/server/domain/webhooks/event-kinds";
import { readTransaction } from "@/server/usecases/transaction";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, PathId, page } from "../scalars";
import { Delivery, exampleDelivery, exampleWebhook, presentDelivery } from "./schemas";

export const listDeliveries = query(
  {
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    scope: "webhooks:read",
    tag: "Webhooks",
    summary: "List a webhook's deliveries, the highest numbers first",
    description: "Deliveries are stored for 30 days, unless the operator chose another time.",
    input: Paging.extend({
      webhook_id: PathId,
      status: z.enum(DELIVERY_STATUSES).optional(),
      kind: z.enum(EVENT_KINDS).optional(),
    }),
    output: page(Delivery),
    example: {
      request: { webhook_id: exampleWebhook.id, limit: 50 },
      response: { data: [exampleDelivery], next_cursor: null },
    },
    links: { "webhooks.getDelivery": { parameter: "delivery_id", from: "/data/0/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input: { webhook_id, status, kind, limit, cursor } }) => {
    const before = decodeCursor("delivery", cursor);
    const rows = await readTransaction(context, async (tx) =>
      (await findEndpoint(tx, webhook_id))
        ? listRows(tx, webhook_id, { status, kind }, { before, limit: limit + 1 })
        : null,
    );
    if (rows === null) throw notFound("webhook");
    return cutPage(rows, limit, presentDelivery);
  },
);
