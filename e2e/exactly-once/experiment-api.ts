import pg from "pg";
import { quietServices } from "@/e2e/quiet-services";
import { decisionBatches } from "@/server/api/decision-batches/router";
import { catalog } from "@/server/api/items/router";
import { recommendations } from "@/server/api/recommendations/router";
import { runs } from "@/server/api/runs/router";
import { router } from "@/server/api/trpc";
import { writeBacks } from "@/server/api/write-backs/router";
import { openDatabase } from "@/server/db/database/database";
import { nodeAdapter } from "@/server/http/node-adapter";
import { restHandler } from "@/server/http/rest";
import { type Arrange, arrangements } from "@/server/testing/factories";
import { serveLoopback } from "@/server/testing/loopback-server";
import { rateLimiterOf } from "@/server/testing/rate-limiter";
import { TEST_SETTINGS } from "@/server/testing/settings";
import type { Services } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import type { Timing } from "./options";

// Only the part of the API that the experiments use.
const PANEL = router({ catalog, decisionBatches, recommendations, runs, writeBacks });

/** The service without workers: people approve prices here, and the experiment reads its reports. */
export interface ExperimentApi {
  readonly services: Services;
  readonly arrange: Arrange;
  /** Sends a request to `/api/v1` + path; POST if a body is given. Throws unless the answer is 2xx. */
  ask(token: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Runs a statement as the database's owner. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` on a connection of the owner, for locks that outlast one statement. */
  withOwnerConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const settingsFor = (timing: Timing): Settings => ({
  ...TEST_SETTINGS,
  storeTimeoutMs: timing.storeTimeoutMs,
  quarantineMs: timing.quarantineMs,
  writeBackLeaseMs: timing.leaseMs,
  runLeaseMs: 30_000,
});

/** Opens the API on loopback over a migrated database. */
export async function openExperimentApi(
  { ownerUrl, appUrl }: { readonly ownerUrl: string; readonly appUrl: string },
  settings: Settings,
): Promise<ExperimentApi> {
  const db = openDatabase(appUrl, { connections: 6 });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3 });
  owner.on("error", () => undefined);
  const services = quietServices(db, settings, { now: Date.now });
  const rateLimiter = rateLimiterOf(services);
  const handler = nodeAdapter(restHandler(PANEL, services, rateLimiter), services);
  const server = await serveLoopback((incoming, response) => void handler(incoming, response));
  const sql: ExperimentApi["sql"] = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await owner.query<Row>(text, values)).rows;
  return {
    services,
    sql,
    arrange: arrangements(services, sql),
    ask: async (token, path, body) => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    withOwnerConnection: async (work) => {
      const client = await owner.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    },
    close: async () => {
      await server.close();
      await rateLimiter.close();
      await db.close();
      await owner.end();
    },
  };
}
