import { z } from "zod";
import type { ObservationRow } from "@/server/domain/imports/csv/observation-format";
import { recordObservations } from "@/server/usecases/observations/record";
import { mutation } from "../pipeline";
import { BulkResponse, bulkRows, checkRows, exampleBulk, MAX_BULK_BYTES, presentBulk } from "./bulk";
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
    maxBody: MAX_BULK_BYTES,
    repeats: "replay",
    input: z.object({ observations: bulkRows(ObservationRowInput) }),
    output: BulkResponse,
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
  async ({ context, input }) =>
    recordObservations(context, await checkRows(ObservationRowInput, input.observations, valueOf)),
  presentBulk,
);

const valueOf = (row: ObservationRowInput): ObservationRow => ({
  sku: row.sku,
  seller: row.seller,
  price: row.price.minor,
  currency: row.price.currency,
  inStock: row.in_stock ?? null,
  packSize: row.pack_size ?? null,
  shipping: row.shipping?.minor ?? null,
  observedAtMs: Date.parse(row.observed_at),
  url: row.url ?? null,
});
