import { z } from "zod";
import { findOffer } from "@/server/db/offers/watched-offers";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleOffer, Offer, presentOffer } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/offers/{offer_id}",
    scope: "catalog:read",
    tag: "Market",
    summary: "Read one competitor's page with its latest check",
    input: z.object({ offer_id: PathId }),
    output: Offer,
    example: { request: { offer_id: exampleOffer.id }, response: exampleOffer },
    links: { "offers.checks": { parameter: "offer_id", from: "/id" } },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const row = await readTransaction(context, (tx) => findOffer(tx, input.offer_id));
    if (row === null) throw notFound("offer");
    return presentOffer(row, context.services.now());
  },
);
