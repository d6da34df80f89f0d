import { randomBytes } from "node:crypto";
import pg from "pg";
import { quietServices } from "@/e2e/quiet-services";
import { appRouter } from "@/server/api/root";
import { type Database, exactIntegers, openDatabase } from "@/server/db/database/database";
import { makeId } from "@/server/domain/ids";
import { restHandler } from "@/server/http/rest";
import { openMetrics } from "@/server/metrics/metrics";
import { type AgentEndpoint, openAgentEndpoint } from "@/server/testing/agents";
import { browserCaller } from "@/server/testing/browser-caller";
import { type Arrange, arrangements } from "@/server/testing/factories";
import { rateLimiterOf } from "@/server/testing/rate-limiter";
import { sessionCookieOf } from "@/server/testing/session-cookie";
import { beginSession } from "@/server/usecases/accounts/sessions";
import type { Services } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { type Interception, interceptTransactions } from "./transactions";

/** The process that answers people, scripts and agents, and the reader of its database. */
export interface ApiProcess {
  readonly services: Services;
  readonly arrange: Arrange;
  /** REST and agents over HTTP. */
  readonly endpoint: AgentEndpoint;
  /** Calls procedures as that person's page does. */
  readonly browser: (who: { userId: string; workspaceId: string }) => ReturnType<typeof browserCaller>;
  /** Runs a statement as the database's owner, whom row-level security does not bind. */
  readonly sql: <Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

/** Opens the process on a migrated database. */
export async function openApiProcess(
  { ownerUrl, appUrl }: { readonly ownerUrl: string; readonly appUrl: string },
  { settings, now, interception }: { settings: Settings; now: () => number; interception: Interception },
): Promise<ApiProcess> {
  const db = openDatabase(appUrl, { connections: 8 });
  interceptTransactions(db.pool, interception);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3, types: exactIntegers });
  owner.on("error", () => undefined);
  const services = { ...servicesAt(db, settings, now), meter: openMetrics(db) };
  const rateLimiter = rateLimiterOf(services);
  const rest = restHandler(appRouter, services, rateLimiter);
  const endpoint = await openAgentEndpoint({ services, rateLimiter, rest });
  const sql: ApiProcess["sql"] = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await owner.query<Row>(text, values)).rows;
  const sessionCookie = async (userId: string) =>
    sessionCookieOf(services, await beginSession(services, userId, PLACE));
  return {
    services,
    arrange: arrangements(services, sql),
    endpoint,
    sql,
    browser: (who) => browserCaller({ services, rateLimiter, sessionCookie }, who),
    close: async () => {
      await endpoint.close();
      await rateLimiter.close();
      await db.close();
      await owner.end();
    },
  };
}

const PLACE = { method: "password", network: "192.0.2.0/24", agent: "Firefox on Linux" } as const;

// Hundreds of workers live in one process, and each of a process's metrics stays in its memory.
const UNMETERED: Services["meter"] = {
  runEnded: () => undefined,
  writeBackEnded: () => undefined,
  pageChecked: () => undefined,
  storeCalled: () => undefined,
  syncEnded: () => undefined,
  mailAttempted: () => undefined,
  deliveryAttempted: () => undefined,
  scheduleCame: () => undefined,
  writeBackWaits: () => undefined,
};

/** Creates services on a clock that can stand still; ids sort in the order of their making nevertheless. */
export function servicesAt(db: Database, settings: Settings, now: () => number): Services {
  let made = 0;
  return {
    ...quietServices(db, settings, { now, meter: UNMETERED }),
    newId: (kind) => {
      const bytes = randomBytes(10);
      bytes.writeUInt32BE((made += 1));
      return makeId(kind, now(), bytes);
    },
  };
}
