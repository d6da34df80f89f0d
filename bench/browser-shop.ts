import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { type Service, startService } from "@/e2e/service";
import { openShop, type Person, type Shop, signIn } from "@/e2e/shop";
import { seedWaitingPrices } from "@/e2e/waiting-prices";
import { startEmbedded } from "@/server/db/embedded/start";
import { serviceSettings } from "./settings";
import { settled } from "./settled";

/** A shop whose prices wait for approval, with the processes that serve it. */
export interface BrowserShop {
  readonly shop: Shop;
  readonly service: Service;
  /** The first process of the database, and that of the service. */
  readonly pids: readonly number[];
  /** A connection to its database. */
  readonly client: pg.Client;
  /** Seconds in which the worker settled every item's market. It is done when the measuring begins. */
  readonly settledS: number;
  /**
   * Returns an empty page of a browser of its own, a desktop's unless said otherwise, in which the person is signed in.
   */
  open(person: Person, screen?: BrowserContextOptions): Promise<Page>;
}

const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

/**
 * Starts a service with such a shop on a database of its own, and stops both and the browser after `use`.
 * @param settings of the service beside the bench's own, by the names of the environment
 */
export async function withBrowserShop(
  size: { readonly items: number; readonly waiting: number },
  use: (bench: BrowserShop) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck bench "));
  const data = join(folder, "database");
  const database = await startEmbedded(data);
  const service = await startService({ ...serviceSettings(database.ownerUrl), ...settings });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  const browsers: Browser[] = [];
  const open = async (person: Person, screen: BrowserContextOptions = DESKTOP): Promise<Page> => {
    const executablePath = process.env["CHROMIUM_PATH"];
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    browsers.push(browser);
    const context = await browser.newContext({ baseURL: service.url, ...screen });
    // The bench's compiler names functions by a helper that a page does not have.
    await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
    await signIn(context.request, service.url, person);
    return context.newPage();
  };
  try {
    const shop = await openShop(service, { plan: "enterprise" });
    await shop.connectSandbox();
    await client.connect();
    await seedWaitingPrices(client, shop.id, size);
    const settledS = await settled(client);
    // As autovacuum leaves it, some minutes after so much was written.
    await client.query("VACUUM");
    const pids = [await postmasterOf(data), service.pid() ?? 0];
    await use({ shop, service, pids, client, settledS, open });
  } finally {
    for (const browser of browsers) await browser.close();
    await client.end();
    await service.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function postmasterOf(data: string): Promise<number> {
  const lines = await readFile(join(data, "postgres", "data", "postmaster.pid"), "utf8");
  return Number(lines.split("\n")[0]);
}
