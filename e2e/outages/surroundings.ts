import { startCrashingStore } from "@/e2e/exactly-once/crashing-store";
import type { ExperimentStore } from "@/e2e/exactly-once/store";
import type { OwnServer } from "@/e2e/own-database";
import { type Installation, startInstallation } from "@/e2e/soak/installation";
import { startTcpGate, type TcpGate } from "@/e2e/soak/tcp-gate";
import { startMailServer } from "@/server/testing/mail-server";
import { findProgram } from "@/server/testing/program";
import { startRedis } from "@/server/testing/redis";
import type { SmallDisk } from "./small-disk";

/** The token with which the processes tell their metrics. */
export const METRICS_TOKEN = "a token of the outages";

/** What the service depends on, by its name; `disk` is the space on the disk of the database. */
export const DEPENDENCIES = ["database", "redis", "smtp", "store", "disk"] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

/** Takes a dependency away, and brings it back. */
export type Switch = Pick<TcpGate, "close" | "open">;

/** The service with everything that it depends on, each behind a gate of its own. */
export interface Surroundings {
  readonly installation: Installation;
  /** Without Redis where this machine has none, and without a disk where none can be mounted. */
  readonly gates: Readonly<Partial<Record<Dependency, Switch>>>;
  readonly mailServer: Awaited<ReturnType<typeof startMailServer>>;
  readonly store: ExperimentStore;
  /** The store's address as the service reaches it. */
  readonly storeUrl: string;
  readonly stop: () => Promise<void>;
}

/** Starts everything. @param disk the one of the database, if it can be filled */
export async function openSurroundings(database: OwnServer, disk: SmallDisk | null): Promise<Surroundings> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.reverse()) await each();
  };
  const gateTo = async (url: string): Promise<TcpGate> => {
    const gate = await startTcpGate(Number(new URL(url).port));
    stops.push(gate.stop);
    return gate;
  };
  try {
    const program = findProgram("redis-server");
    const redis = program === null ? null : await startRedis(program);
    if (redis) stops.push(redis.stop);
    const mailServer = await startMailServer();
    stops.push(mailServer.close);
    const store = await startCrashingStore();
    stops.push(store.stop);
    const gates = {
      database: await gateTo(database.ownerUrl),
      smtp: await gateTo(mailServer.url),
      store: await gateTo(store.url),
      ...(redis === null ? {} : { redis: await gateTo(redis.url) }),
    };
    const installation = await startInstallation(database, gates.database.port, {
      METRICS_TOKEN,
      SMTP_URL: through(mailServer.url, gates.smtp),
      ...(gates.redis && redis ? { REDIS_URL: through(redis.url, gates.redis) } : {}),
    });
    stops.push(installation.stop);
    const switches = { ...gates, ...(disk === null ? {} : { disk: switchOf(disk, database) }) };
    return {
      installation,
      gates: switches,
      mailServer,
      store,
      storeUrl: through(store.url, gates.store),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A PostgreSQL without space for its log ends; whoever operates it starts it again when there is space. */
const switchOf = (disk: SmallDisk, { startAgain }: OwnServer): Switch => ({
  close: disk.fill,
  open: async () => {
    await disk.free();
    await startAgain();
  },
});

function through(url: string, { port }: TcpGate): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href.replace(/\/$/, "");
}
