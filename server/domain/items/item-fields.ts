import { isRoundedGtin, isSameGtin, readGtin } from "./gtin";
import { PACK_SIZE_LENGTH } from "./pack-size";

/** What a field holds: how it is read from a cell or a request, stored and shown follows from it. */
export type FieldKind = "text" | "link" | "amount" | "integer" | "tags";

/** The form of a text that is a code: how it is written, and which texts are the same code. */
export interface TextForm {
  /** Returns the text as it is stored, or in one sentence why it is refused. */
  readonly read: (text: string) => { readonly value: string } | { readonly fault: string };
  /** Whether a spreadsheet has rounded the text in a cell of a file, which then says nothing of the code. */
  readonly isRounded: (text: string) => boolean;
  /** Whether two stored texts are the same code; the one that is stored then stays. */
  readonly isSame: (a: string, b: string) => boolean;
}

/** What is declared of a field; `max` is the length of the longest text, in characters. */
export type FieldDeclaration = (
  | { readonly kind: "text"; readonly max: number; readonly form?: TextForm }
  | { readonly kind: Exclude<FieldKind, "text"> }
) & {
  /** What pages call it. */
  readonly label: string;
  /** What it is called beside the columns of a file, where that is another name. */
  readonly columnLabel?: string;
  /** Whether an item's page lists it among the facts; the others stand elsewhere on it. */
  readonly isFact?: boolean;
  /** What it means, where the name does not say it: for the contract. */
  readonly description?: string;
  /** Whether a store's file has it in a column of the merchant's own, or in one that a person names. */
  readonly isMerchantsOwn?: boolean;
  /** Names of its column in merchants' files; `spellings.ts` says which are listed. */
  readonly spellings: readonly string[];
};

/**
 * The fields of an item that may be unknown and that people set, by their names in requests, answers and files; a row
 * has them in camel case (`rowKey`). How files and requests are read, the stored row, the answer and the item's page
 * are derived from this table (`declared-fields.ts`).
 */
export const ITEM_FIELDS = {
  brand: {
    kind: "text",
    max: 200,
    label: "Brand",
    isFact: true,
    spellings: ["brand, manufacturer, Marke, Hersteller, marque, fabricant, marca, fabricante, merk"],
  },
  category: {
    kind: "text",
    max: 200,
    label: "Category",
    isFact: true,
    spellings: [
      "category, product category, Kategorie, Warengruppe, Produktkategorie, catégorie, categoría, categoria, categorie",
    ],
  },
  tags: {
    kind: "tags",
    label: "Tags",
    spellings: ["tags, Schlagwörter, Schlagworte, étiquettes, etiquetas, etichette"],
  },
  price: {
    kind: "amount",
    label: "Price",
    spellings: [
      "price, selling price, sales price, Preis, Verkaufspreis, VK, VK-Preis, Ladenpreis",
      "prix, prix de vente, precio, precio de venta, prezzo, prezzo di vendita, prijs, verkoopprijs",
    ],
  },
  cost: {
    kind: "amount",
    label: "Cost",
    description: "Null where it is unknown; never 0 for unknown.",
    isMerchantsOwn: true,
    spellings: [
      "cost, cost price, unit cost, cost per item, cost of goods, purchase price, purchase cost, buying price",
      "EK, EK netto, EK-Preis, EK-Preis netto, Einkaufspreis, Einkaufspreis netto, Einstandspreis",
      "prix d'achat, prix d'achat HT, coût d'achat, precio de compra, coste, costo, prezzo di acquisto, inkoopprijs",
    ],
  },
  compare_at_price: {
    kind: "amount",
    label: "Struck-through price",
    columnLabel: "Compare-at price",
    isFact: true,
    isMerchantsOwn: true,
    spellings: [
      "compare at price, compare-at price, was price, Streichpreis, prix barré, precio tachado, prezzo barrato",
    ],
  },
  map_price: {
    kind: "amount",
    label: "Minimum advertised price",
    columnLabel: "MAP",
    isFact: true,
    isMerchantsOwn: true,
    spellings: ["map price, map, minimum advertised price"],
  },
  min_price: {
    kind: "amount",
    label: "Lowest price allowed",
    columnLabel: "Minimum price",
    isFact: true,
    isMerchantsOwn: true,
    spellings: [
      "min price, minimum price, Mindestpreis, Minimalpreis, prix minimum, prix minimal",
      "precio mínimo, prezzo minimo, minimumprijs",
    ],
  },
  max_price: {
    kind: "amount",
    label: "Highest price allowed",
    columnLabel: "Maximum price",
    isFact: true,
    isMerchantsOwn: true,
    spellings: [
      "max price, maximum price, Höchstpreis, Maximalpreis, prix maximum, prix maximal",
      "precio máximo, prezzo massimo, maximumprijs",
    ],
  },
  msrp: {
    kind: "amount",
    label: "Suggested retail price",
    columnLabel: "MSRP",
    description: "The manufacturer's suggested retail price.",
    isFact: true,
    isMerchantsOwn: true,
    spellings: ["msrp, rrp, recommended retail price, UVP, unverbindliche Preisempfehlung, PVP recomendado"],
  },
  pack_size: {
    kind: "text",
    max: PACK_SIZE_LENGTH,
    label: "Pack size",
    description: 'What a pack holds, such as "6 x 0.33 l".',
    isFact: true,
    isMerchantsOwn: true,
    spellings: ["pack size, package size, Packungsgröße, Gebindegröße, conditionnement, tamaño del paquete"],
  },
  stock: {
    kind: "integer",
    label: "In stock",
    columnLabel: "Stock",
    isFact: true,
    spellings: [
      "stock, stock quantity, stock on hand, on hand, inventory, inventory quantity, Bestand, Lagerbestand, Lagermenge",
      "stock disponible, existencias, giacenza, voorraad",
    ],
  },
  url: {
    kind: "link",
    label: "Address",
    isMerchantsOwn: true,
    spellings: [
      "url, link, product url, product link, Produkt-URL, Produktlink, page, page url, lien, enlace",
    ],
  },
  gtin: {
    kind: "text",
    max: 40,
    form: { read: readGtin, isRounded: isRoundedGtin, isSame: isSameGtin },
    label: "GTIN",
    description:
      "The number of its barcode: a GTIN-8, -12 (UPC), -13 (EAN) or -14 with a right check digit. Digits alone, with the leading zeros that were given.",
    isFact: true,
    isMerchantsOwn: true,
    // Not "EAN" or "barcode": what stands below these is as often a shop's own number.
    spellings: ["gtin, gtin-8, gtin-12, gtin-13, gtin-14, global trade item number"],
  },
} as const satisfies Record<string, FieldDeclaration>;
