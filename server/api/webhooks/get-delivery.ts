import { z } from "zod";
import { findDelivery } from "@/server/db/webhooks/deliveries";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { Delivery, exampleDelivery, presentDelivery } from "./schemas";

export const getDelivery = query(
  {
    method: "GET",
    path: "/webhook-deliveries/{delivery_id}",
    scope: "webhooks:read",
    tag: "Webhooks",
    summary: "Read one delivery",
    input: z.object({ delivery_id: PathId }),
    output: Delivery,
    example: { request: { delivery_id: exampleDelivery.id }, response: exampleDelivery },
    links: { "webhooks.replayDelivery": { parameter: "delivery_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const row = await readTransaction(context, (tx) => findDelivery(tx, input.delivery_id));
    if (row === null) throw notFound("delivery");
    return presentDelivery(row);
  },
);
