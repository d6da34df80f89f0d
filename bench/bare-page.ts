/**
 * The minimal server for the catalog page: Node's own HTTP server, one query for the token and one for the page, JSON
 * built by hand for the rows that `seedCatalog` makes. No roles, row-level security, rate limit or validation.
 */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
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
  text: `SELECT i.*, s.kind AS store_kind, m.lowest, m.median, m.offers, m.cheaper, m.newest
    FROM (SELECT * FROM catalog_items WHERE workspace_id = $1 ORDER BY id DESC LIMIT 51) i
    LEFT JOIN integrations s ON s.workspace_id = i.workspace_id AND s.id = i.integration_id
    LEFT JOIN LATERAL (
      SELECT min(o.price) AS lowest, percentile_disc(0.5) WITHIN GROUP (ORDER BY o.price) AS median,
             count(*)::int AS offers, count(*) FILTER (WHERE o.price < i.price)::int AS cheaper,
             max(o.observed_at) AS newest
      FROM current_offers o
      WHERE o.workspace_id = i.workspace_id AND o.item_id = i.id AND o.currency = i.currency
        AND o.in_stock IS NOT FALSE) m ON true
    ORDER BY i.id DESC`,
};

const iso = (value: Row[string]) => (value instanceof Date ? value.toISOString() : null);
/** Converts cents, which pg returns as text, to euros; every price of this page is in euros. */
const money = (minor: Row[string]) =>
  typeof minor === "string" ? { amount: `${minor.slice(0, -2)}.${minor.slice(-2)}`, currency: "EUR" } : null;

/** Returns a fraction with four decimals, half to even. */
function fraction(part: number, whole: number): string {
  const scaled = part * 10_000;
  const down = Math.floor(scaled / whole);
  const rest = 2 * (scaled - down * whole) - whole;
  const rounded = rest > 0 || (rest === 0 && down % 2 !== 0) ? down + 1 : down;
  return (rounded / 10_000).toFixed(4);
}

/** Returns (price − cost) / price: the page's policy has neither VAT nor fees. */
const margin = (price: Row[string], cost: Row[string]): string | null =>
  price === null || cost === null ? null : fraction(Number(price) - Number(cost), Number(price));

function position(price: number, median: number): string {
  if (price === median) return "at";
  return price < median ? "below" : "above";
}

const toItem = (row: Row) => ({
  id: row["id"],
  sku: row["sku"],
  title: row["title"],
  brand: row["brand"],
  category: row["category"],
  tags: row["tags"],
  currency: row["currency"],
  price: money(row["price"] ?? null),
  compare_at_price: money(row["compare_at_price"] ?? null),
  shop_window: { shopper_price: money(row["price"] ?? null), compare_at: null, sale: null, lag: null },
  cost: money(row["cost"] ?? null),
  cost_updated_at: iso(row["cost_updated_at"] ?? null),
  map_price: money(row["map_price"] ?? null),
  min_price: money(row["min_price"] ?? null),
  max_price: money(row["max_price"] ?? null),
  msrp: money(row["msrp"] ?? null),
  pack_size: row["pack_size"],
  stock: row["stock"],
  url: row["url"],
  gtin: row["gtin"],
  store: row["store_ref"] === null ? null : { kind: row["store_kind"], ref: row["store_ref"] },
  margin: margin(row["price"] ?? null, row["cost"] ?? null),
  market: {
    lowest: money(row["lowest"] ?? null),
    median: money(row["median"] ?? null),
    count: row["offers"],
    newest: iso(row["newest"] ?? null),
    refused: 0,
    cheaper: row["cheaper"],
    position: position(Number(row["price"]), Number(row["median"])),
    price_index: fraction(Number(row["price"]), Number(row["median"])),
    max_age_days: 14,
    min_offers: 2,
  },
  state: "active",
  state_reason: null,
  state_since: null,
  updated_at: iso(row["updated_at"] ?? null),
});

/** The cursor of the catalog's own order without filters, for which the service puts a short hash of the two. */
const cursorAfter = (id: string): string =>
  Buffer.from(`v2:_qIxuX3P:after:${id}:=${id}`).toString("base64url");

async function page(pool: pg.Pool, authorization: string): Promise<string | null> {
  const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  const [token] = (await pool.query<Row>({ ...TOKEN, values: [hash] })).rows;
  const scopes = token?.["scopes"];
  if (!token || token["revoked_at"] || !Array.isArray(scopes) || !scopes.includes("catalog:read"))
    return null;
  const { rows } = await pool.query<Row>({ ...PAGE, values: [token["workspace_id"]] });
  const last = rows.length > 50 ? rows[49] : undefined;
  return JSON.stringify({
    data: rows.slice(0, 50).map(toItem),
    next_cursor: last ? cursorAfter(String(last["id"])) : null,
    previous_cursor: null,
  });
}

/** Opens the server on this machine; it ends with the process, or by closing it. */
export function openBareServer(databaseUrl: string, port: number): Server {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const server = createServer((request, response) => {
    page(pool, request.headers.authorization ?? "")
      .then((body) => {
        if (body === null) return response.writeHead(401).end();
        const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
        return response.writeHead(200, headers).end(body);
      })
      .catch((error: unknown) => {
        console.error(error);
        response.writeHead(500).end();
      });
  });
  server.once("close", () => void pool.end());
  return server.listen(port, "127.0.0.1");
}
