import type { Binding } from "./binding";
import type { CsvRow } from "./cells";
import { markEvidence } from "./decimal-mark";
import type { FileForm } from "./file-form";
import { headerKey } from "./header-key";
import type { ImportField } from "./spellings";

/** Parts of names that columns have which may hold a field, in the languages of `SPELLINGS` and some more. */
const PARTS = {
  price:
    "price preis prix tarif precio prezzo prijs pris cena preco цена amount betrag vk uvp rrp msrp brutto netto",
  cost: "cost kosten einkauf einstand ek coût cout achat coste costo compra acquisto inkoop wholesale purchase",
  stock:
    "stock bestand lager menge quantity qty quantite inventory inventar available cantidad giacenza voorraad",
} as const satisfies Partial<Record<ImportField, string>>;

/** Whole names of columns that hold numbers of barcodes. */
const BARCODES = [
  "EAN, EAN-13, EAN-Code, UPC, barcode, variant barcode, variant ean, variant upc, bar code, Strichcode, GTIN/EAN",
  "code-barres, code barre, código de barras, codice a barre, streepjescode, ISBN, GTIN, UPC, EAN, or ISBN",
].flatMap((list) => list.split(", ").map(headerKey));
/** What the column is called in exports of WooCommerce, whose names of it have commas. */
const WOOCOMMERCE_BARCODE = /^gtinupcean/;

/** Columns that hold amounts, and no amount of a field. */
const OTHER_AMOUNTS = /weight|gewicht|poids|peso|length|width|height|depth|rating|discount|rabatt|rate$|id$/;
const LISTED = 3;

/**
 * Returns what a person should know of a header: fields that a shop lives on and that no column is read as, with the
 * columns that may hold them by their names or by what stands in them. In sentences; empty where nothing is missed.
 * @param samples the first rows by the file's columns
 */
export function headerNotices(
  columns: readonly string[],
  form: FileForm<unknown>,
  binding: Binding,
  samples: readonly CsvRow[],
): string[] {
  const taken = new Set([...binding.values()]);
  const unused = columns.filter(
    (name) => name !== "" && !taken.has(name) && !OTHER_AMOUNTS.test(headerKey(name)),
  );
  const isUnread = (field: ImportField) => {
    const column = form.fields[field];
    return column !== undefined && !binding.has(column);
  };
  const notices: string[] = [];
  if (isUnread("price") && !form.changesOnly)
    notices.push(form.whyNoPrice?.(columns) ?? noPrice(unused, samples));
  for (const field of ["cost", "stock"] as const)
    if (isUnread(field)) notices.push(...mayHold(field, named(unused, PARTS[field])));
  if (isUnread("gtin"))
    notices.push(
      ...mayHold(
        "gtin",
        unused.filter(
          (name) => BARCODES.includes(headerKey(name)) || WOOCOMMERCE_BARCODE.test(headerKey(name)),
        ),
      ),
    );
  return notices;
}

function noPrice(unused: readonly string[], samples: readonly CsvRow[]): string {
  const costs = named(unused, PARTS.cost);
  const byName = named(unused, PARTS.price).filter((name) => !costs.includes(name));
  const candidates = byName.length > 0 ? byName : unused.filter((name) => holdsAmounts(name, samples));
  const [map] = mayHold("price", candidates);
  return `No column is read as the price: prices stay as they are, and new items have none.${map === undefined ? "" : ` ${map}`}`;
}

function mayHold(field: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, LISTED).map((name) => `"${name.slice(0, 60)}"`);
  return [
    `${listed.join(", ")} ${names.length === 1 ? "is" : "are"} not read and may hold the ${field}: map it if so.`,
  ];
}

/** Returns the names of which a word is, or begins or ends with, one of these; short ones have to be the word. */
const named = (names: readonly string[], parts: string): string[] =>
  names.filter((name) => {
    const words = name.split(/[^\p{L}\p{N}]+/u).map(headerKey);
    return parts
      .split(" ")
      .some((part) => words.some((word) => (part.length < 4 ? word === part : word.includes(part))));
  });

/** Whether the first rows have amounts with decimals in a column, and nothing else. */
function holdsAmounts(name: string, samples: readonly CsvRow[]): boolean {
  const cells = samples.map((row) => row[name] ?? "").filter((cell) => cell !== "");
  return cells.length > 0 && cells.every((cell) => ["point", "comma"].includes(markEvidence(cell)));
}
