import { Download } from "lucide-react";
import { Button } from "@/app/_components/ui/button";
import { EARLIER_PRICE_FIELDS } from "@/server/domain/imports/csv/earlier-price-format";
import { OBSERVATION_FIELDS } from "@/server/domain/imports/csv/observation-format";
import { OFFER_COLUMNS } from "@/server/domain/imports/csv/offer-format";
import { CATALOG_COLUMNS } from "@/server/domain/imports/csv/own-format";

export type ImportKind = "items" | "observations" | "offers" | "earlier_prices";

interface FileFormat {
  readonly path: string;
  readonly action: string;
  /** What one row represents. */
  readonly row: string;
  readonly columns: readonly string[];
  readonly example: string;
  readonly exampleName: string;
  readonly notes: readonly string[];
}

const lines = (...rows: string[]): string => [...rows, ""].join("\r\n");

/** Each kind of file: its endpoint, the label of its button, and an example that can be imported unchanged. */
export const FORMATS: Readonly<Record<ImportKind, FileFormat>> = {
  items: {
    path: "/catalog/items",
    action: "Import the catalog",
    row: "an item",
    columns: CATALOG_COLUMNS,
    example: lines(
      "sku,title,brand,category,tags,price,currency,cost,stock",
      '"MUG-350","Enamel camping mug, 350 ml",Alpenladen,Camping,outdoor|camping,9.90,EUR,5.20,120',
      '"DRB-20","Dry bag 20 l, roll-top",Alpenladen,Bags,outdoor,24.90,EUR,,34',
    ),
    exampleName: "catalog-example.csv",
    notes: [
      "Items are matched by SKU: a row with the SKU of an item changes that item.",
      "A column that is missing keeps what is known; an empty cell clears it. An empty cost is unknown.",
      "Decimal points and decimal commas are both understood; tags are separated by |.",
      "Product files of Shopify, WooCommerce, Medusa, Vendure, Magento and PrestaShop are recognized; other columns can be mapped.",
    ],
  },
  observations: {
    path: "/catalog/observations",
    action: "Import the prices",
    row: "a price",
    columns: OBSERVATION_FIELDS,
    example: lines(
      "sku,seller,price,currency,shipping,in_stock,observed_at,url",
      "MUG-350,bergzeit.example,11.95,EUR,4.90,true,2026-11-20T06:12:00Z,https://bergzeit.example/mug",
    ),
    exampleName: "prices-example.csv",
    notes: [
      "SKUs that are in the catalog; times by the shop's clock, such as 2026-11-20 07:12, or with an offset or Z.",
      "Seller, currency and time can be given once for all rows. A competitor's product feed for Google Merchant Center is recognized.",
      "The newest price of each seller is its current offer; older ones stay in the history.",
      "Shipping is what delivery costs: 0 where it is free, empty where it is not known.",
      "The same row again changes nothing.",
    ],
  },
  offers: {
    path: "/catalog/offers",
    action: "Import the pages",
    row: "a page",
    columns: OFFER_COLUMNS,
    example: lines(
      "sku,url,seller,currency,pack_size",
      "MUG-350,https://bergzeit.example/mugs/enamel-350,bergzeit.example,EUR,",
    ),
    exampleName: "pages-example.csv",
    notes: [
      "SKUs that are in the catalog, and the address of the same article at a competitor's.",
      "Without a seller the page's host is taken, without a currency the item's.",
      "A page that is already watched for its item is not added again.",
      "The column price_selector takes a CSS selector of the element with the price, for a page whose price is misread without one.",
    ],
  },
  earlier_prices: {
    path: "/catalog/earlier-prices",
    action: "Import the earlier prices",
    row: "a price",
    columns: EARLIER_PRICE_FIELDS,
    example: lines(
      "sku,price,currency,compare_at_price,valid_from,valid_until",
      "MUG-350,11.90,EUR,,2026-08-01,2026-10-14",
      "MUG-350,9.90,EUR,11.90,2026-10-15,",
    ),
    exampleName: "earlier-prices-example.csv",
    notes: [
      "What shoppers could pay before it was recorded here, sales included, for the prior price of a reduction.",
      "A price counts until the next one of its SKU, or until prices are recorded. With valid_until it counts until the end of that day, also beside others: of several the lowest counts.",
      "compare_at_price is what was struck through beside it.",
      "Of a time that is recorded nothing is taken. A row of the same SKU and moment as before replaces that; a wrong date is removed on the item's page.",
    ],
  },
};

/** The columns of a kind of file, with explanations where needed, and an example to copy. */
export function Format({ kind }: { kind: ImportKind }) {
  const { columns, example, exampleName, notes, row } = FORMATS[kind];
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-soft">
        A header row, then one row {row}; columns in any order and under any name. Rows above the header are
        skipped. The columns' own names are:
      </p>
      <p className="font-mono text-[13px] leading-6 break-words">{columns.join(", ")}</p>
      <ul className="list-disc pl-5 text-ink-soft">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <Button asChild size="sm">
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`} download={exampleName}>
          <Download aria-hidden /> Download an example
        </a>
      </Button>
    </div>
  );
}
