import { escaped } from "../plain-page";

/** One price change of the picture, in the form in which it is shown. */
export interface PictureRow {
  readonly title: string;
  readonly reason: string;
  /** Without the currency, which the new price names. */
  readonly price: string;
  readonly newPrice: string;
  readonly marginBefore: string;
  readonly marginAfter: string;
  readonly isRise: boolean;
}

/** What waits for approval in a shop. */
export interface Picture {
  readonly rows: readonly PictureRow[];
  /** How many changes wait, the shown ones included, and how many items are watched. */
  readonly waiting: number;
  readonly items: number;
  /** Whether these are invented numbers, and not those of the demo. */
  readonly isSample: boolean;
}

/** Shown where the installation has no public demo. */
export const SAMPLE_PICTURE: Picture = {
  waiting: 12,
  items: 200,
  isSample: true,
  rows: [
    {
      title: "Drizzle shell, M",
      reason: "Below the market",
      price: "81.99",
      newPrice: "88.90 EUR",
      marginBefore: "38.2 %",
      marginAfter: "43.0 %",
      isRise: true,
    },
    {
      title: "Ridge fleece, XL",
      reason: "Above the market",
      price: "112.99",
      newPrice: "104.90 EUR",
      marginBefore: "41.5 %",
      marginAfter: "37.0 %",
      isRise: false,
    },
    {
      title: "Hut down vest, S",
      reason: "Cost has risen",
      price: "168.99",
      newPrice: "174.90 EUR",
      marginBefore: "17.6 %",
      marginAfter: "20.4 %",
      isRise: true,
    },
    {
      title: "Storm parka, L",
      reason: "Below the floor",
      price: "200.99",
      newPrice: "229.49 EUR",
      marginBefore: "8.9 %",
      marginAfter: "20.2 %",
      isRise: true,
    },
  ],
};

/** Draws what waits for approval as a table, with a caption that says whose numbers it shows. */
export function drawPicture({ rows, waiting, items, isSample }: Picture): string {
  const caption = isSample
    ? "Sample numbers of an invented shop."
    : "What waits in the demo shop right now. Its items and competitors are invented.";
  return `<figure>
<div class="picture">
<div class="top">Approvals <span class="dim">${count(waiting)} waiting · ${count(items)} items watched</span></div>
<table>
<thead><tr><th scope="col">Item</th><th scope="col">Price</th><th scope="col">Margin</th></tr></thead>
<tbody>
${rows.map(drawRow).join("\n")}
</tbody>
</table>
</div>
<figcaption class="dim">${caption}</figcaption>
</figure>`;
}

const count = (value: number): string => value.toLocaleString("en");

const drawRow = (row: PictureRow): string => `<tr>
<td>${escaped(row.title)}<small>${escaped(row.reason)}</small></td>
<td><span class="old">${escaped(row.price)} →</span> <strong class="${row.isRise ? "up" : "down"}">${escaped(row.newPrice)}</strong></td>
<td><span class="old wide">${escaped(row.marginBefore)} →</span> ${escaped(row.marginAfter)}</td>
</tr>`;
