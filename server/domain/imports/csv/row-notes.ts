/** What is said of rows that are read otherwise than they stand in the file, or left out without a fault. */
export interface RowNote {
  readonly code: NoteCode;
  /** What stands in the row, and what became of it. */
  readonly detail: string;
}

/** How many rows a note is about, and the first of them. */
export interface NotedRows {
  readonly count: number;
  readonly line: number;
  readonly detail: string;
}

const such = ({ line, detail }: NotedRows): string => `such as ${detail} in row ${line}`;
const counted = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${several}`;

/** The sentence about all rows with a note, by its code. */
const NOTES = {
  cost_rounded: (rows: NotedRows) =>
    `${counted(rows.count, "cost has", "costs have")} more decimals than the currency and ${rows.count === 1 ? "is" : "are"} rounded up, ${such(rows)}.`,
  stock_rounded: (rows: NotedRows) =>
    `${counted(rows.count, "stock is", "stocks are")} no whole number and rounded down, ${such(rows)}.`,
  gift_card: (rows: NotedRows) =>
    `${counted(rows.count, "gift card is", "gift cards are")} left out: the worth of one is no price, ${such(rows)}.`,
  not_sold: (rows: NotedRows) =>
    `${counted(rows.count, "product is", "products are")} left out because of ${rows.count === 1 ? "its" : "their"} type, whose price is that of other products, ${such(rows)}.`,
  store_view: (rows: NotedRows) =>
    `${counted(rows.count, "row is", "rows are")} left out because the shop's own row is read and not that of a store view, ${such(rows)}.`,
  shared_sku: (rows: NotedRows) =>
    `${counted(rows.count, "variant has", "variants have")} the SKU of another one and ${rows.count === 1 ? "is" : "are"} left out, ${such(rows)}: the first one is the item, as with a connected store. Give each a SKU of its own to price it separately.`,
  shipping_unread: (rows: NotedRows) =>
    `${counted(rows.count, "delivery cost is", "delivery costs are")} no amount and taken as unknown, ${such(rows)}.`,
  unknown_item: (rows: NotedRows) =>
    `${counted(rows.count, "row is", "rows are")} left out because the catalog has no item with the SKU, ${such(rows)}.`,
  recorded: (rows: NotedRows) =>
    `${counted(rows.count, "price is", "prices are")} left out because what shoppers could pay is recorded from that time on, ${such(rows)}.`,
} as const;

export type NoteCode = keyof typeof NOTES;

/** Returns the sentence about all rows with a note. */
export const noteText = (code: NoteCode, rows: NotedRows): string => NOTES[code](rows);
