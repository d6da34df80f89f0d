import { randomBytes } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import { createDatabase, dropDatabase, withDatabase } from "@/server/db/database/server";
import { freePort } from "@/server/testing/free-port";
import { startGate } from "./gate";
import { byKey, clientFor, type MedusaClient } from "./medusa-client";
import { crash, lockPrices } from "./medusa-crash";
import { latestChange, type ObservedChange, readLog } from "./medusa-log";
import { startMedusaProcess } from "./medusa-process";
import { openTemplate } from "./medusa-template";

/** A variant as the shop's tables have it; amounts are cents. */
export interface MedusaVariant {
  readonly id: string;
  readonly productId: string;
  /** The price for everybody in euros. */
  readonly price: number;
  readonly writeKey: string | null;
  /** Its other prices, as one text. */
  readonly others: string;
}

/** Numbers of changes in a shop's log: those after `from`, up to `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A real Medusa server with a shop of its own. */
export interface MedusaPeer {
  /** The server's address; it also holds while the server is away. */
  readonly url: string;
  readonly apiKey: string;
  /** Asks the Admin API as the merchant. */
  readonly ask: MedusaClient;
  readonly variants: () => Promise<readonly MedusaVariant[]>;
  readonly log: () => Promise<readonly ObservedChange[]>;
  /**
   * Sets a price in cents as the dashboard does: the whole price set, with its ids.
   * @returns the numbers of the changes between which it took place
   */
  readonly setPrice: (variant: Pick<MedusaVariant, "id" | "productId">, price: number) => Promise<Span>;
  /**
   * Makes the server die between the write key and the price of the next write, and come back. Gives up if there is
   * none within half a minute.
   * @returns a promise within an object, of the end of it
   */
  readonly crashNextWrite: () => Promise<{ readonly over: Promise<void> }>;
  readonly stop: () => Promise<void>;
}

/** Starts a real Medusa server over a new copy of the filled shop. */
export async function startMedusa(): Promise<MedusaPeer> {
  const { postgres, name, apiKey } = await openTemplate();
  const shop = `shop_${randomBytes(6).toString("hex")}`;
  await createDatabase(postgres.ownerUrl, shop, { template: name });
  const databaseUrl = withDatabase(postgres.ownerUrl, shop);
  const port = await freePort();
  let server = await startMedusaProcess(databaseUrl, port);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4, application_name: "suite" });
  database.on("error", () => undefined);
  const gate = await startGate(server.url);
  const ask = clientFor(gate.url, byKey(apiKey));
  const underway = new Set<Promise<void>>();
  let isStopping = false;
  const restart = async (): Promise<void> => {
    await server.end("SIGKILL");
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'suite'",
    );
    server = await startMedusaProcess(databaseUrl, port);
  };
  return {
    url: gate.url,
    apiKey,
    ask,
    variants: () => readVariants(database),
    log: () => readLog(database),
    setPrice: async (variant, price) => {
      const from = await latestChange(database);
      await setPrice(ask, variant, price);
      return { from, to: await latestChange(database) };
    },
    crashNextWrite: async () => {
      if (isStopping) return { over: Promise.resolve() };
      const armed = lockPrices(database);
      const over = armed.then((locked) => crash(database, locked, gate, restart));
      underway.add(over);
      const ended = () => void underway.delete(over);
      over.then(ended, ended);
      await armed;
      return { over };
    },
    stop: async () => {
      isStopping = true;
      await Promise.allSettled(underway);
      await gate.stop();
      await server.end();
      await database.end();
      await dropDatabase(postgres.ownerUrl, shop);
      await postgres.stop();
    },
  };
}

const variantRow = z.object({
  id: z.string(),
  product_id: z.string(),
  price: z.string(),
  write_key: z.string().nullable(),
  others: z.string().nullable(),
});

async function readVariants(database: pg.Pool): Promise<MedusaVariant[]> {
  const { rows } = await database.query(
    `SELECT v.id, v.product_id, v.metadata->>'pricecheck_write_key' AS write_key,
       min(p.amount * 100) FILTER (WHERE p.currency_code = 'eur' AND p.rules_count = 0)::bigint::text AS price,
       string_agg(concat_ws(' ', p.id, p.currency_code, p.amount, p.rules_count), ', ' ORDER BY p.id)
         FILTER (WHERE p.currency_code <> 'eur' OR p.rules_count > 0) AS others
     FROM product_variant v
     JOIN product_variant_price_set l ON l.variant_id = v.id AND l.deleted_at IS NULL
     JOIN price p ON p.price_set_id = l.price_set_id AND p.price_list_id IS NULL AND p.deleted_at IS NULL
     WHERE v.deleted_at IS NULL GROUP BY v.id ORDER BY v.id`,
  );
  return z
    .array(variantRow)
    .parse(rows)
    .map(({ id, product_id, price, write_key, others }) => ({
      id,
      productId: product_id,
      price: Number(price),
      writeKey: write_key,
      others: others ?? "",
    }));
}

const shown = z.object({
  variant: z.object({
    prices: z.array(
      z.object({
        id: z.string(),
        amount: z.number(),
        currency_code: z.string(),
        rules: z.record(z.string(), z.string()),
      }),
    ),
  }),
});

type ShownPrice = z.output<typeof shown>["variant"]["prices"][number];
const EDIT_TRIES = 5;

/** Sets a price as a person does, who tries again after the server went away under their click. */
async function setPrice(
  ask: MedusaClient,
  { id, productId }: Pick<MedusaVariant, "id" | "productId">,
  price: number,
): Promise<void> {
  const path = `/admin/products/${productId}/variants/${id}`;
  const isEdited = ({ currency_code, rules }: ShownPrice) =>
    currency_code === "eur" && Object.keys(rules).length === 0;
  for (let tried = 1; ; tried += 1) {
    try {
      const { variant } = shown.parse(await ask("GET", path));
      const prices = variant.prices.map((row) => (isEdited(row) ? { ...row, amount: price / 100 } : row));
      await ask("POST", path, { prices });
      return;
    } catch (error) {
      // What fetch throws for a connection that was reset.
      if (!(error instanceof TypeError) || tried === EDIT_TRIES) throw error;
    }
  }
}
