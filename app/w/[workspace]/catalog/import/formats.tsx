import { Download } from "lucide-react";
import { Button } from "@/app/_components/ui/button";
import { CATALOG_COLUMNS } from "@/server/domain/catalog/csv/own-format";

export type ImportKind = "items" | "observations";

/** Where each kind of file goes, what its button says, and an example that can be imported as it stands. */
export const FORMATS: Readonly<
  Record<ImportKind, { path: string; action: string; columns: readonly string[]; example: string }>
> = {
  items: {
    path: "/catalog/items",
    action: "Import the catalog",
    columns: CATALOG_COLUMNS,
    example: [
      "sku,title,brand,category,tags,price,currency,cost,stock",
      '"MUG-350","Enamel camping mug, 350 ml",Alpenladen,Camping,outdoor|camping,9.90,EUR,5.20,120',
      '"DRB-20","Dry bag 20 l, roll-top",Alpenladen,Bags,outdoor,24.90,EUR,,34',
      "",
    ].join("\r\n"),
  },
  observations: {
    path: "/catalog/observations",
    action: "Import the prices",
    columns: ["sku", "seller", "price", "currency", "in_stock", "pack_size", "observed_at", "url"],
    example: [
      "sku,seller,price,currency,in_stock,observed_at,url",
      "MUG-350,bergzeit.example,11.95,EUR,true,2026-11-20T06:12:00Z,https://bergzeit.example/mug",
      "",
    ].join("\r\n"),
  },
};

/** The columns of a kind of file, what they mean where that is not plain, and an example to take away. */
export function Format({ kind }: { kind: ImportKind }) {
  const { columns, example } = FORMATS[kind];
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-soft">
        A header row, then one row {kind === "items" ? "an item" : "a price"}; columns in any order, unknown
        ones are ignored:
      </p>
      <p className="font-mono text-[13px] leading-6 break-words">{columns.join(", ")}</p>
      {kind === "items" ? (
        <ul className="list-disc pl-5 text-ink-soft">
          <li>An item is known by its sku: a row for one that is there changes it.</li>
          <li>
            A column that is missing keeps what is known; an empty cell clears it. An empty cost is unknown.
          </li>
          <li>Amounts with a decimal point and no thousands separator; tags parted by |.</li>
          <li>A product export from Shopify is recognised by itself.</li>
        </ul>
      ) : (
        <ul className="list-disc pl-5 text-ink-soft">
          <li>Skus that are in the catalog; times in UTC, as 2026-11-20T06:12:00Z.</li>
          <li>The newest price of each seller is its current offer; older ones stay in the history.</li>
          <li>The same row again changes nothing.</li>
        </ul>
      )}
      <Button asChild size="sm">
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`}
          download={kind === "items" ? "catalog-example.csv" : "prices-example.csv"}
        >
          <Download aria-hidden /> Download an example
        </a>
      </Button>
    </div>
  );
}
