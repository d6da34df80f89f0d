import { type ApiProcess, openApiProcess } from "@/e2e/faults/api-process";
import type { OwnDatabase } from "@/e2e/own-database";
import { type Service, startService } from "@/e2e/service";
import { TEST_SETTINGS } from "@/server/testing/settings";

/** The built service as it is operated: a process that answers, and one that works, on one PostgreSQL. */
export interface Installation {
  readonly api: Service;
  readonly worker: Service;
  /** Arranges workspaces and reads the database past the service. */
  readonly office: ApiProcess;
  readonly stop: () => Promise<void>;
}

const UNLIMITED = "1000000";

/**
 * Starts both processes.
 * @param at the port at which they reach the database, which may be that of a proxy
 * @param settings more settings of both
 */
export async function startInstallation(
  { ownerUrl, appUrl }: OwnDatabase,
  at: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const databaseUrl = new URL(ownerUrl);
  databaseUrl.port = String(at);
  const shared = {
    DATABASE_URL: databaseUrl.href,
    APP_DB_PASSWORD: new URL(appUrl).password,
    AUTH_SECRET: TEST_SETTINGS.authSecret,
    ENCRYPTION_KEY: TEST_SETTINGS.encryptionKey,
    LOG_LEVEL: "warn",
    RATE_LIMIT_PER_MINUTE: UNLIMITED,
    BROWSER_RATE_LIMIT_PER_MINUTE: UNLIMITED,
    ...settings,
  };
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  try {
    const api = await startService({ ...shared, ROLE: "web" });
    stops.push(api.stop);
    const worker = await startService({ ...shared, ROLE: "worker" });
    stops.push(worker.stop);
    const office = await openApiProcess(
      { ownerUrl, appUrl },
      {
        settings: TEST_SETTINGS,
        now: Date.now,
        interception: { injectFault: () => Promise.resolve("go"), rewrite: (statement) => statement },
      },
    );
    stops.push(office.close);
    return { api, worker, office, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
