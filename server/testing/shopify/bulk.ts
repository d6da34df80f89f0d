import { execute, parse, validate } from "graphql";
import { z } from "zod";
import { presentVariant, variantCounts } from "./present";
import { STAND_IN_SCHEMA } from "./schema";
import type { Shop, ShopBulk, ShopToken } from "./shop";

/** The operations of a shop that may run at the same time. */
const MAX_RUNNING = 5;

const refused = (message: string) => ({ bulkOperation: null, userErrors: [{ field: ["query"], message }] });

const everything = z.object({
  productVariants: z.object({ edges: z.array(z.object({ node: z.unknown() })) }),
});

/** Begins an operation: its file has what the query finds now, one line for each variant, however late it is read. */
export async function startBulk(shop: Shop, token: ShopToken, query: string) {
  if (shop.bulks.filter(({ status }) => status === "RUNNING").length >= MAX_RUNNING)
    return refused("A bulk query operation for this app and shop is already in progress");
  const document = parse(query);
  const [invalid] = validate(STAND_IN_SCHEMA, document);
  if (invalid) return refused(invalid.message);
  const counts = variantCounts(shop);
  const edges = [...shop.variants.values()].map((each) => ({
    node: presentVariant(shop, token, each, counts),
  }));
  const { data, errors } = await execute({
    schema: STAND_IN_SCHEMA,
    document,
    rootValue: { productVariants: { edges } },
  });
  if (errors?.[0]) return refused(errors[0].message);
  const lines = everything.parse(data).productVariants.edges.map(({ node }) => `${JSON.stringify(node)}\n`);
  const bulk: ShopBulk = {
    id: `gid://shopify/BulkOperation/${shop.nextId()}`,
    createdMs: shop.now(),
    file: Buffer.from(lines.join("")),
    rows: lines.length,
    status: "RUNNING",
  };
  shop.bulks.push(bulk);
  return { bulkOperation: presentBulk(shop, bulk), userErrors: [] };
}

/** An operation as the API shows it; its file is at an address of its own, for anybody who knows it. */
export const presentBulk = (shop: Shop, { id, createdMs, file, rows, status }: ShopBulk) => ({
  id,
  status,
  createdAt: `${new Date(createdMs).toISOString().slice(0, 19)}Z`,
  objectCount: String(rows),
  fileSize: status === "COMPLETED" ? String(file.byteLength) : null,
  url:
    status === "COMPLETED" && file.byteLength > 0
      ? `${shop.home}/files/${shop.bulks.findIndex((each) => each.id === id)}?signature=secret`
      : null,
});

/** Returns what a request with a Range header asks for of a file; null for an address that is none. */
export function fileAnswer(shop: Shop, url: string, range: string | undefined) {
  const [match, at = ""] = /^\/files\/(\d+)\?signature=secret$/.exec(url) ?? [];
  const bulk = match === undefined ? undefined : shop.bulks[Number(at)];
  const [asked, from = "0", to = "0"] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (!bulk || asked === undefined || Number(from) >= bulk.file.byteLength) return null;
  return bulk.host ?? { status: 206, body: bulk.file.subarray(Number(from), Number(to) + 1) };
}
