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
/** A number, with no more letters beside it than a currency has. */
const NUMBER = /^[^\p{L}]*(?:\p{L}{1,3}[^\p{L}]*)?$/u;
const BARCODE = /^'?\d[\d\s.,-]{6,}(?:E\+\d+)?$/i;
const LISTED = 3;

/**
 * Finds out what a person should know of a header: fields that a shop lives on and that no column is read as, with the
 * columns that may hold them by their names and by what stands in them.
 */
export class HeaderNotices {
  /** By field, the columns that may hold it and what stood in them. */
  private readonly candidates: ReadonlyMap<string, ReadonlyMap<string, Contents>>;

  constructor(
    private readonly columns: readonly string[],
    private readonly form: FileForm<unknown>,
    binding: Binding,
  ) {
    const taken = new Set([...binding.values()]);
    const unused = columns.filter((name) => name !== "" && !taken.has(name));
    const amounts = unused.filter((name) => !OTHER_AMOUNTS.test(headerKey(name)));
    const costs = named(amounts, PARTS.cost);
    const byField = {
      price: amounts.filter((name) => !costs.includes(name)),
      cost: costs,
      stock: named(amounts, PARTS.stock),
      gtin: unused.filter(
        (name) => BARCODES.includes(headerKey(name)) || WOOCOMMERCE_BARCODE.test(headerKey(name)),
      ),
    };
    const unread = Object.entries(byField).filter(([field]) => {
      const column = form.fields[field as ImportField];
      return column !== undefined && !binding.has(column) && !(field === "price" && form.changesOnly);
    });
    this.candidates = new Map(
      unread.map(([field, names]) => [
        field,
        new Map(names.map((name) => [name, new Contents(isOf(field))])),
      ]),
    );
  }

  /** Adds what stands in a row, by the file's columns. */
  add(row: CsvRow): void {
    for (const columns of this.candidates.values())
      for (const [name, contents] of columns) contents.add(row[name] ?? "");
  }

  /** The notices in sentences; none where nothing is missed. */
  get texts(): string[] {
    return [...this.candidates].flatMap(([field, columns]) => {
      const holding = [...columns].filter(([, contents]) => contents.holdsIt).map(([name]) => name);
      return field === "price" ? [this.noPrice(holding, columns)] : mayHold(field, holding);
    });
  }

  private noPrice(holding: readonly string[], columns: ReadonlyMap<string, Contents>): string {
    const why = this.form.whyNoPrice?.(this.columns) ?? null;
    if (why !== null) return why;
    const byName = named(holding, PARTS.price);
    const byContent = holding.filter((name) => columns.get(name)?.isDecimal);
    const [map] = mayHold("price", byName.length > 0 ? byName : byContent);
    return `No column is read as the price: prices stay as they are, and new items have none.${map === undefined ? "" : ` ${map}`}`;
  }
}

/** What stands in a column: whether all of it, and anything at all, is of a kind. */
class Contents {
  private some = 0;
  private others = 0;
  private decimals = 0;

  constructor(private readonly isOfKind: (cell: string) => boolean) {}

  add(cell: string): void {
    if (cell === "") return;
    if (!this.isOfKind(cell)) this.others++;
    this.some++;
    if (["point", "comma"].includes(markEvidence(cell))) this.decimals++;
  }

  get holdsIt(): boolean {
    return this.some > 0 && this.others === 0;
  }

  /** Whether most of the cells are amounts with decimals. */
  get isDecimal(): boolean {
    return this.decimals * 2 > this.some;
  }
}

const isOf = (field: string) => (cell: string) =>
  field === "gtin" ? BARCODE.test(cell) : /\d/.test(cell) && NUMBER.test(cell.slice(0, 60));

function mayHold(field: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const listed = names.slice(0, LISTED).map((name) => `"${name.slice(0, 60)}"`);
  const one = names.length === 1;
  return [
    `${listed.join(", ")} ${one ? "is" : "are"} not read and may hold the ${field}: map ${one ? "it" : "the one that does"}.`,
  ];
}

/** Returns the names that have one of these in a word; short ones have to be the word. */
const named = (names: readonly string[], parts: string): string[] =>
  names.filter((name) => {
    const words = name.split(/[^\p{L}\p{N}]+/u).map(headerKey);
    return parts
      .split(" ")
      .some((part) => words.some((word) => (part.length < 4 ? word === part : word.includes(part))));
  });
