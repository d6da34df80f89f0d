import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AnyTRPCRouter } from "@trpc/server";
import pg from "pg";
import { appRouter } from "@/server/api/root";
import { mintSessionJwt } from "@/server/credentials/session-jwt";
import { type Database, exactIntegers, openDatabase } from "@/server/db/database/database";
import { makeId } from "@/server/domain/ids";
import type { LogLevel } from "@/server/domain/log/events";
import { KEEP_ALIVE_MS } from "@/server/http/gate/connections";
import { type NodeHandler, nodeAdapter } from "@/server/http/node-adapter";
import { type RestHandler, restHandler } from "@/server/http/rest";
import { type Metrics, openMetrics } from "@/server/metrics/metrics";
import type { RateLimiter } from "@/server/rate-limit/rate-limiter";
import { openStoreCache } from "@/server/stores/cache";
import { rateLimiterOf } from "@/server/testing/rate-limiter";
import { beginSession } from "@/server/usecases/accounts/sessions";
import type { Checkpoint } from "@/server/usecases/checkpoints";
import type { Log, Services } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";
import { type TestDatabase, testDatabase } from "./database";
import { type Arrange, arrangements } from "./factories";
import { sessionCookieOf } from "./session-cookie";
import { TEST_SETTINGS } from "./settings";
import { requestValidated } from "./validated-request";

/** The clock of a test: it stands where it was set and moves when told, unless it was asked to run. */
export interface TestClock {
  now(): number;
  set(isoOrMs: string | number): void;
  advance(ms: number): void;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON; null if there is none. */
  readonly json: Readonly<Record<string, unknown>> | null;
}

export interface TestRequest {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

/** A line of the log. */
export interface LoggedLine {
  readonly level: LogLevel;
  readonly fields: object;
  readonly message: string;
}

/** The API on a separate database, in this process, called over HTTP. */
export interface TestService extends Arrange {
  readonly url: string;
  readonly services: Services & { readonly meter: Metrics };
  readonly db: Database;
  readonly rateLimiter: RateLimiter;
  readonly rest: RestHandler;
  readonly clock: TestClock;
  /** The messages logged as warning or error. */
  readonly logged: readonly LoggedLine[];
  /** Every line of the log, of any level. */
  readonly lines: readonly LoggedLine[];
  readonly database: TestDatabase;
  /** Runs a statement as the database's owner, whom row-level security does not bind. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Sends a request to `/api/v1` + path; the body, if any, is sent as JSON. */
  call(method: string, path: string, request?: TestRequest): Promise<TestResponse>;
  /** Returns a bearer token of the signed-in person's first-party app. */
  sessionJwt(userId: string): Promise<string>;
  /** Returns the Cookie header of a browser in which the person has just signed in. */
  sessionCookie(userId: string): Promise<string>;
  close(): Promise<void>;
}

const TEST_PLACE = { method: "password", network: "192.0.2.0/24", agent: "Firefox on Linux" } as const;

export interface TestServiceOptions {
  readonly settings?: Partial<Settings>;
  readonly sandbox?: Services["sandbox"];
  readonly checkpoint?: (point: Checkpoint) => void | Promise<void>;
  /** Where the clock stands at first; 2026-11-02T09:30:00.000Z unless said. */
  readonly now?: string;
  /** The clock goes on by itself from there; for work that pauses by the clock until another machine answers. */
  readonly clockRuns?: true;
  /** A router of the test's own in place of the product's. */
  readonly router?: AnyTRPCRouter;
}

/** Starts the API on a fresh copy of the migrated database; tests open it with `duringTests`. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await testDatabase();
  const db = openDatabase(database.appUrl, { connections: 10 });
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 3, types: exactIntegers });
  owner.on("error", () => undefined);
  const inOrder = rising();
  const clock = testClock(options.now ?? "2026-11-02T09:30:00.000Z", options.clockRuns ?? false);
  const lines: LoggedLine[] = [];
  const services: TestService["services"] = {
    db,
    settings: { ...TEST_SETTINGS, ...options.settings },
    log: collectingLog(lines),
    meter: openMetrics(db),
    sandbox: options.sandbox ?? null,
    storeCache: openStoreCache(() => clock.now()),
    now: () => clock.now(),
    newId: (kind) => makeId(kind, clock.now(), inOrder()),
    checkpoint: options.checkpoint ?? (() => undefined),
    writeBackSteps: WRITE_BACK_STEPS,
  };
  const rateLimiter = rateLimiterOf(services);
  const begin = (userId: string) => beginSession(services, userId, TEST_PLACE);
  const rest = restHandler(options.router ?? appRouter, services, rateLimiter);
  const { server, url } = await listen(nodeAdapter(rest, services));
  const sql: TestService["sql"] = async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await owner.query<Row>(text, values)).rows;
  return {
    ...arrangements(services, sql),
    url,
    services,
    db,
    rateLimiter,
    rest,
    clock,
    get logged() {
      return lines.filter(({ level }) => level === "warn" || level === "error");
    },
    lines,
    database,
    sql,
    call: (method, path, request) => call(url, method, path, request),
    sessionJwt: async (userId) =>
      (await mintSessionJwt(services.settings, await begin(userId), services.now())).jwt,
    sessionCookie: async (userId) => sessionCookieOf(services, await begin(userId)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rateLimiter.close();
      await db.close();
      await owner.end();
      await database.drop();
    },
  };
}

/** Returns random bytes for ids that also increase, so that ids sort in order while the test's clock stands still. */
function rising(): () => Buffer {
  let count = 0;
  return () => {
    const bytes = randomBytes(10);
    bytes.writeUInt32BE((count += 1));
    return bytes;
  };
}

function testClock(start: string, runs: boolean): TestClock {
  const gone = (): number => (runs ? Math.floor(performance.now()) : 0);
  let at = Date.parse(start) - gone();
  return {
    now: () => at + gone(),
    set: (to) => {
      at = (typeof to === "number" ? to : Date.parse(to)) - gone();
    },
    advance: (ms) => {
      at += ms;
    },
  };
}

function collectingLog(lines: LoggedLine[]): Log {
  const at =
    (level: LogLevel) =>
    (fields: object, message: string): void =>
      void lines.push({ level, fields, message });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

function listen(handler: NodeHandler): Promise<{ server: Server; url: string }> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    (incoming, response) => void handler(incoming, response),
  );
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the server has no port"));
      else resolve({ server, url: `http://127.0.0.1:${address.port}/api/v1` });
    });
  });
}

const call = async (
  url: string,
  method: string,
  path: string,
  request: TestRequest = {},
): Promise<TestResponse> => readTestResponse(await requestValidated(url, path, requestInit(method, request)));

/** Converts a test request to the options of `fetch` and `Request`. */
export function requestInit(method: string, { token, headers, body }: TestRequest): RequestInit {
  return {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
}

export async function readTestResponse(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}
