import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { appRouter } from "@/server/api/root";
import type { RequestBudget } from "@/server/budget/budget";
import { openBudget } from "@/server/budget/open";
import { openDatabase } from "@/server/db/database";
import { appRoleUrl } from "@/server/db/migrate";
import { databaseReadiness } from "@/server/db/readiness";
import { makeId } from "@/server/domain/ids";
import { type Env, EnvError, readEnv } from "@/server/env";
import type { Readiness } from "@/server/http/health";
import { type RestHandler, restHandler } from "@/server/http/rest";
import { type TrpcDoors, trpcDoors } from "@/server/http/trpc-door";
import { type InstallationSecrets, installationSecrets } from "@/server/installation-secrets";
import { openLog } from "@/server/log";
import type { Services, Settings } from "@/server/usecases/acting";

/** What one process needs to answer: made once, and shared by the service and the pages in it. */
export interface Runtime {
  readonly services: Services;
  readonly budget: RequestBudget;
  readonly rest: RestHandler;
  readonly trpc: TrpcDoors;
  readonly readiness: Readiness;
  /** Says from now on that this process is not ready, so that no new requests are sent to it. */
  drain(): void;
  close(): Promise<void>;
}

export interface RuntimeOptions {
  readonly env: Env;
  readonly secrets: InstallationSecrets;
  /** As the role that row-level security binds. */
  readonly databaseUrl: string;
  /** Whether this process started the database itself. */
  readonly embedded: boolean;
  readonly sandbox: Services["sandbox"];
  /** The project's folder, where the migrations are. */
  readonly root: string;
}

const READY_WITHIN_MS = 2_000;
const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const APPROVE_WAIT_MS = 3_000;

// The pages are a bundle of their own in the same process: a module's variable would exist twice.
const SHARED = Symbol.for("pricecheck.runtime");
const shared: typeof globalThis & { [SHARED]?: Promise<Runtime> } = globalThis;

/** The address people and documents use, without a slash at its end. */
export const publicUrlOf = (env: Env): string =>
  (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");

const settingsOf = (env: Env, secrets: InstallationSecrets, embedded: boolean): Settings => ({
  publicUrl: publicUrlOf(env),
  storeTimeoutMs: env.STORE_TIMEOUT_MS,
  quarantineMs: env.WRITE_BACK_QUARANTINE_MS,
  writeBackLeaseMs: env.WRITE_BACK_LEASE_MS,
  runLeaseMs: env.RUN_LEASE_MS,
  unknownAlertMs: HOUR_MS,
  giveUpMs: 7 * DAY_MS,
  approveWaitMs: APPROVE_WAIT_MS,
  allowPrivateStores: env.ALLOW_PRIVATE_STORES ?? embedded,
  perMinute: env.RATE_LIMIT_PER_MINUTE,
  browserPerMinute: env.BROWSER_RATE_LIMIT_PER_MINUTE,
  authSecret: secrets.authSecret,
  encryptionKey: secrets.encryptionKey,
  mailFrom: env.MAIL_FROM,
  smtpUrl: env.SMTP_URL ?? null,
});

/** Makes the runtime of this process and shares it with the pages' bundle. */
export function openRuntime(options: RuntimeOptions): Runtime {
  const { env, embedded } = options;
  const log = openLog(env.LOG_LEVEL);
  const db = openDatabase(options.databaseUrl, { connections: env.DATABASE_CONNECTIONS });
  const services: Services = {
    db,
    log,
    settings: settingsOf(env, options.secrets, embedded),
    sandbox: options.sandbox,
    now: Date.now,
    newId: (kind) => makeId(kind, Date.now(), randomBytes(10)),
    fault: () => undefined,
  };
  const budget = openBudget({ ...budgetPlaces(env), db, embedded, log, now: Date.now });
  const migrations = migrationNames(options.root);
  let draining = false;
  const runtime: Runtime = {
    services,
    budget,
    rest: restHandler(appRouter, services, budget),
    trpc: trpcDoors(appRouter, services, budget),
    readiness: async () => ({
      serving: !draining,
      ...(await databaseReadiness(db, migrations, READY_WITHIN_MS)),
    }),
    drain: () => {
      draining = true;
    },
    close: async () => {
      await budget.close();
      await db.close();
    },
  };
  shared[SHARED] = Promise.resolve(runtime);
  return runtime;
}

const budgetPlaces = (env: Env) => ({
  redisUrl: env.REDIS_URL ?? null,
  upstash:
    env.UPSTASH_REDIS_REST_URL && env.UPSTASH_REDIS_REST_TOKEN
      ? { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN }
      : null,
});

const migrationNames = (root: string): string[] =>
  readdirSync(join(root, "prisma", "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/**
 * The runtime of this process for the pages: the service's own where the service runs in this process, else one made
 * from the environment on an external database that another process has migrated.
 * @throws EnvError without DATABASE_URL where no service runs in this process
 */
export function currentRuntime(): Promise<Runtime> {
  return (shared[SHARED] ??= standaloneRuntime());
}

async function standaloneRuntime(): Promise<Runtime> {
  const env = readEnv();
  if (!env.DATABASE_URL)
    throw new EnvError("DATABASE_URL: is required where the pages run without the service");
  const secrets = await installationSecrets(env);
  const databaseUrl = appRoleUrl(env.DATABASE_URL, secrets.appDbPassword);
  return openRuntime({ env, secrets, databaseUrl, embedded: false, sandbox: null, root: process.cwd() });
}
