import { type Client, expected } from "@/e2e/client";
import type { Shop } from "@/e2e/shop";

const CURRENCY = "EUR";
const money = (amount: string) => ({ amount, currency: CURRENCY });

type Row = {
  readonly sku: string;
  readonly title: string;
  readonly price: string;
  readonly cost: string;
  /** The prices of three competitors. */
  readonly market: readonly [string, string, string];
};

/** Each item is about a tenth above its market and has a margin above the floor at the market's price. */
const ASSORTMENT: readonly Row[] = [
  {
    sku: "LMP-01",
    title: "Brass desk lamp",
    price: "79.99",
    cost: "41.00",
    market: ["71.99", "71.99", "72.49"],
  },
  {
    sku: "MUG-02",
    title: "Camping mug",
    price: "12.99",
    cost: "5.20",
    market: ["11.49", "11.49", "11.99"],
  },
  {
    sku: "TNT-03",
    title: "Trekking tent",
    price: "249.99",
    cost: "131.00",
    market: ["229.99", "229.99", "231.49"],
  },
];

/** Adds the assortment and its competitors' prices to the catalog over REST. */
export async function stock(client: Client, rows: readonly Row[] = ASSORTMENT): Promise<void> {
  const items = rows.map(({ sku, title, price, cost }) => ({
    sku,
    title,
    price: money(price),
    cost: money(cost),
    brand: "Halden",
    category: "Home",
    tags: ["winter"],
    stock: 14,
  }));
  expected(await client.post("/catalog/items", { items }), 200);
  await observe(client, rows);
}

/** Pushes the current competitor prices. */
export async function observe(client: Client, rows: readonly Pick<Row, "sku" | "market">[]): Promise<void> {
  const observed_at = new Date().toISOString();
  const observations = rows.flatMap(({ sku, market }) =>
    market.map((amount, n) => ({
      sku,
      seller: `seller${n + 1}.example`,
      price: money(amount),
      in_stock: true,
      observed_at,
    })),
  );
  expected(await client.post("/catalog/observations", { observations }), 200);
}

/** Brings the three price changes of the assortment to pending approval. */
export async function fillInbox({ client }: Pick<Shop, "client">): Promise<void> {
  await stock(client);
  await client.run();
  const { length } = await client.acceptAll();
  if (length !== ASSORTMENT.length) throw new Error(`${length} price changes wait for approval.`);
}

/** Opens a shop with a connected store and a full inbox. */
export async function fullInbox(newShop: () => Promise<Shop>): Promise<Shop> {
  const shop = await newShop();
  await shop.connectSandbox();
  await fillInbox(shop);
  return shop;
}
