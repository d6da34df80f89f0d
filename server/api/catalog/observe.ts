import { z } from "zod";
import { type CheckedObservation, recordObservations } from "@/server/usecases/catalog/record-observations";
import { mutation } from "../trpc";
import { BULK_BODY, BulkAnswer, bulkRows, checkRow, presentBulk, exampleBulk } from "./bulk";
import { ObservationRowInput } from "./row-input";

export const observe = mutation(
  {
    method: "POST",
    path: "/catalog/observations",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Record up to 1,000 competitor prices",
    description:
      "Observations are append-only; the newest of each seller is its current offer. A bad row refuses that row alone.",
    maxBody: BULK_BODY,
    repeats: "replay",
    input: z.object({ observations: bulkRows(ObservationRowInput) }),
    output: BulkAnswer,
    example: {
      request: {
        observations: [
          {
            sku: "MUG-350",
            seller: "bergzeit.example",
            price: { amount: "11.95", currency: "EUR" },
            in_stock: true,
            observed_at: "2026-11-20T06:12:00Z",
          },
        ],
      },
      response: exampleBulk,
    },
    links: { "catalog.list": { parameter: "q", from: "/rows/0/sku" } },
    mcp: { destructive: false, idempotent: true },
  },
  ({ acting, input }) => recordObservations(acting, input.observations.map(checked)),
  presentBulk,
);

function checked(row: unknown): CheckedObservation {
  const result = checkRow(ObservationRowInput, row);
  if (!("data" in result)) return result;
  const { sku, seller, price, in_stock, pack_size, observed_at, url } = result.data;
  return {
    sku,
    observation: {
      sku,
      seller,
      price: price.minor,
      currency: price.currency,
      inStock: in_stock ?? null,
      packSize: pack_size ?? null,
      observedAtMs: Date.parse(observed_at),
      url: url ?? null,
    },
  };
}
