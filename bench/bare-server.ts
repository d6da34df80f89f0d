/**
 * The minimal server for the catalog page: Node's own HTTP server, one query for the token and one for the page, JSON
 * built by hand. No roles, row-level security, rate limit or validation: `node bare-server.js PORT` with
 * DATABASE_URL.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import pg from "pg";

interface Row {
  readonly currency: string;
  readonly [column: string]: string | number | string[] | Date | null;
}

const TOKEN = {
  name: "token",
  text: "SELECT workspace_id, scopes, expires_at, revoked_at, role FROM credential_token($1)",
};
const PAGE = {
  name: "page",
  text: `SELECT i.*, s.kind AS store_kind, m.lowest, m.median, m.offers, m.newest
    FROM (SELECT * FROM catalog_items WHERE workspace_id = $1 ORDER BY id DESC LIMIT 51) i
    LEFT JOIN integrations s ON s.workspace_id = i.workspace_id AND s.id = i.integration_id
    LEFT JOIN LATERAL (
      SELECT min(o.price) AS lowest, percentile_disc(0.5) WITHIN GROUP (ORDER BY o.price) AS median,
             count(*)::int AS offers, max(o.observed_at) AS newest
      FROM current_offers o
      WHERE o.workspace_id = i.workspace_id AND o.item_id = i.id AND o.currency = i.currency
        AND o.in_stock IS NOT FALSE) m ON true
    ORDER BY i.id DESC`,
};

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const iso = (value: Row[string]) => (value instanceof Date ? value.toISOString() : null);
/** Converts cents, which pg returns as text, to euros; every price of this page is in euros. */
const money = (minor: Row[string]) =>
  typeof minor === "string" ? { amount: `${minor.slice(0, -2)}.${minor.slice(-2)}`, currency: "EUR" } : null;

/** Returns (price − cost) / price with four decimals, half to even: the page's policy has neither VAT nor fees. */
function margin(price: Row[string], cost: Row[string]): string | null {
  if (price === null || cost === null) return null;
  const scaled = (Number(price) - Number(cost)) * 10_000;
  const down = Math.floor(scaled / Number(price));
  const rest = 2 * (scaled - down * Number(price)) - Number(price);
  const rounded = rest > 0 || (rest === 0 && down % 2 !== 0) ? down + 1 : down;
  return (rounded / 10_000).toFixed(4);
}

const toItem = (row: Row) => ({
  id: row["id"],
  sku: row["sku"],
  title: row["title"],
  brand: row["brand"],
  category: row["category"],
  tags: row["tags"],
  price: money(row["price"] ?? null),
  compare_at_price: money(row["compare_at_price"] ?? null),
  cost: money(row["cost"] ?? null),
  cost_updated_at: iso(row["cost_updated_at"] ?? null),
  map_price: money(row["map_price"] ?? null),
  min_price: money(row["min_price"] ?? null),
  max_price: money(row["max_price"] ?? null),
  msrp: money(row["msrp"] ?? null),
  pack_size: row["pack_size"],
  stock: row["stock"],
  url: row["url"],
  store: row["store_ref"] === null ? null : { kind: row["store_kind"], ref: row["store_ref"] },
  margin: margin(row["price"] ?? null, row["cost"] ?? null),
  market: {
    lowest: money(row["lowest"] ?? null),
    median: money(row["median"] ?? null),
    count: row["offers"],
    newest: iso(row["newest"] ?? null),
  },
  updated_at: iso(row["updated_at"] ?? null),
});

async function page(authorization: string): Promise<string | null> {
  const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  const [token] = (await pool.query<Row>({ ...TOKEN, values: [hash] })).rows;
  const scopes = token?.["scopes"];
  if (!token || token["revoked_at"] || !Array.isArray(scopes) || !scopes.includes("catalog:read"))
    return null;
  const { rows } = await pool.query<Row>({ ...PAGE, values: [token["workspace_id"]] });
  const last = rows.length > 50 ? rows[49] : undefined;
  return JSON.stringify({
    data: rows.slice(0, 50).map(toItem),
    next_cursor: last ? Buffer.from(`v1:${String(last["id"])}`).toString("base64url") : null,
  });
}

createServer((request, response) => {
  page(request.headers.authorization ?? "")
    .then((body) => {
      if (body === null) return response.writeHead(401).end();
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      return response.writeHead(200, headers).end(body);
    })
    .catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
}).listen(Number(process.argv[2]), "127.0.0.1");
