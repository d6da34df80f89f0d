import { z } from "zod";
import { NOT_A_PAGE, type OfferRow } from "@/server/domain/imports/csv/offer-format";
import { formatAmount } from "@/server/domain/money";
import { pageAddress } from "@/server/domain/page-address";
import { putOffers } from "@/server/usecases/offers/put";
import {
  BulkResponse,
  bulkRows,
  checkRows,
  exampleBulk,
  MAX_BULK_BYTES,
  presentBulk,
  RowIssues,
} from "../items/bulk";
import { OfferRowInput } from "../items/row-input";
import { mutation } from "../pipeline";

export const put = mutation(
  {
    method: "POST",
    path: "/catalog/offers",
    scope: "catalog:write",
    tag: "Market",
    summary: "Watch up to 1,000 competitors' pages",
    description:
      "A page that is watched for its item already is one and the same. The seller is the page's host and the currency the item's where they are left out. A bad row refuses that row alone.",
    errors: ["plan_limit", "email_not_confirmed"],
    maxBody: MAX_BULK_BYTES,
    repeats: "replay",
    input: z.object({ offers: bulkRows(OfferRowInput) }),
    output: BulkResponse,
    example: {
      request: {
        offers: [
          {
            sku: "MUG-350",
            url: "https://bergzeit.example/mugs/enamel-350",
            seller: "bergzeit.example",
            currency: "EUR",
          },
        ],
      },
      response: exampleBulk,
    },
    mcp: { destructive: false, idempotent: true },
  },
  async ({ context, input }) => putOffers(context, await checkRows(OfferRowInput, input.offers, valueOf)),
  presentBulk,
);

function valueOf({
  sku,
  url,
  seller,
  currency,
  pack_size: packSize,
  shipping: delivery,
  price_selector: priceSelector,
}: OfferRowInput): OfferRow | RowIssues {
  const page = pageAddress(url);
  if (page === null) return new RowIssues([{ path: "url", code: "invalid", message: NOT_A_PAGE }]);
  const shipping = delivery && {
    amount: formatAmount(delivery.minor, delivery.currency),
    currency: delivery.currency,
  };
  const given = { seller: seller ?? undefined, currency: currency ?? undefined };
  return { sku, page, ...given, packSize, shipping, priceSelector };
}
