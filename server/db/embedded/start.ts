import { existsSync, readFileSync, realpathSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { MINUTE_MS } from "@/server/domain/durations";
import { createDatabase, databaseExists, withDatabase } from "../database/server";
import { type Cluster, OWNER, openCluster, ownCluster } from "./cluster";
import { choosePort } from "./port";
import { mayBePostgres, readPostmaster, replaceStalePid } from "./postmaster";
import { probe } from "./probe";
import { isServerStopping, registerUse, unregisterUse } from "./processes";
import { findRunner, type Runner, runProgram } from "./programs";

/** An embedded PostgreSQL server that this process uses. */
export interface EmbeddedDatabase {
  /** Connection string of the role that owns the database. */
  readonly ownerUrl: string;
  readonly host: string;
  readonly port: number;
  /**
   * Restarts the server whenever it has ended, until this process stops using it.
   * @param callbacks.again called after each restart, at the same address
   * @param callbacks.lost called once, within 10 seconds of the server's end, when it cannot be restarted at that
   *   address
   */
  watch(callbacks: { again(): void; lost(reason: Error): void }): void;
  /** Ends the watch: a server that ends from now on is not restarted. */
  unwatch(): void;
  /** Stops using the server; the server itself stops when no other process uses it. Repeated calls have no effect. */
  stop(): Promise<void>;
}

/** Settings for tests; the service itself passes none. */
export interface EmbeddedOptions {
  /** PostgreSQL settings of the command line, such as `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const HOST = "127.0.0.1";
const DATABASE = "pricecheck";
const TIMEOUT_MS = 5 * MINUTE_MS;
const PAUSE_MS = 100;
const WATCH_INTERVAL_MS = 500;
const RESTART_WITHIN_MS = 8_000;
const STARTS = 20;

/**
 * Starts the embedded PostgreSQL of a data directory, or joins the one that already runs there, also after this
 * service or the server was killed. The server listens on 127.0.0.1 only, with a password created at the first start.
 * @param dataDir the service's data directory; the server stores everything in its folder `postgres`
 * @throws Error with a one-line message that names the server's log, if it has one
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const settings = { ...options.settings };
  const runner = await findRunner();
  const cluster = await openCluster(resolve(dataDir), runner, settings["fsync"] !== "off");
  const processesFolder = join(cluster.folder, "processes");
  registerUse(processesFolder);
  let inUse = true;
  let watched = true;
  let watchTimer: NodeJS.Timeout | undefined;
  const unwatch = (): void => {
    watched = false;
    clearTimeout(watchTimer);
  };
  const stop = async (): Promise<void> => {
    if (!inUse) return;
    inUse = false;
    unwatch();
    await unregisterUse(processesFolder, () => stopServer(cluster, runner));
  };
  try {
    const port = await reachServer(cluster, runner, processesFolder, settings, TIMEOUT_MS);
    const ownerUrl = urlOf(cluster, port, DATABASE);
    const maintenance = withDatabase(ownerUrl, "postgres");
    if (!(await databaseExists(maintenance, DATABASE))) await createDatabase(maintenance, DATABASE);
    const watch: EmbeddedDatabase["watch"] = (callbacks) => {
      const next = (): void => {
        watchTimer = setTimeout(
          () => void checkServer().catch((error: Error) => watched && callbacks.lost(error)),
          WATCH_INTERVAL_MS,
        );
      };
      const checkServer = async (): Promise<void> => {
        // Whatever ended it may have told this process to stop, which hears of it a little later when it is busy.
        if (!isRunning(cluster)) await delay(WATCH_INTERVAL_MS);
        if (!isRunning(cluster) && watched) {
          await withinOrRunning(
            RESTART_WITHIN_MS,
            cluster,
            restart(cluster, runner, processesFolder, settings, port),
          );
          if (watched) callbacks.again();
        }
        if (watched) next();
      };
      next();
    };
    return { ownerUrl, host: HOST, port, watch, unwatch, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isRunning({ data }: Cluster): boolean {
  const running = readPostmaster(data);
  return running !== null && mayBePostgres(running.pid);
}

async function restart(
  cluster: Cluster,
  runner: Runner,
  processesFolder: string,
  settings: Readonly<Record<string, string>>,
  port: number,
): Promise<void> {
  const found = await reachServer(cluster, runner, processesFolder, settings, TIMEOUT_MS);
  if (found !== port)
    throw new Error(
      `The embedded PostgreSQL was gone, and its port ${port} is taken by another program now.`,
    );
}

/** Waits for the work; after the timeout only while a server runs, since its recovery may take long. */
async function withinOrRunning(milliseconds: number, cluster: Cluster, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const reason = `The embedded PostgreSQL was gone and did not start again within ${milliseconds / 1_000} seconds.`;
    const checkServer = (): void => {
      if (isRunning(cluster)) timer = setTimeout(checkServer, WATCH_INTERVAL_MS);
      else reject(new Error(reason));
    };
    timer = setTimeout(checkServer, milliseconds);
  });
  // If the timeout wins the race, nothing awaits the work any more; this avoids an unhandled rejection.
  work.catch(() => undefined);
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

// One loop for every case: no server, a running server, one that starts or stops, a faster concurrent process, or a
// killed server whose remaining processes still use its memory.
async function reachServer(
  cluster: Cluster,
  runner: Runner,
  processesFolder: string,
  settings: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<number> {
  const deadline = Date.now() + timeoutMs;
  let refused: unknown = new Error("it did not answer in time");
  for (let starts = 0; starts < STARTS && Date.now() < deadline; await delay(PAUSE_MS)) {
    if (isServerStopping(processesFolder)) continue;
    const running = readPostmaster(cluster.data);
    if (running !== null && mayBePostgres(running.pid)) {
      const result = await probe(urlOf(cluster, running.port, "postgres"));
      if (result.state === "ready" && isSamePath(result.dataDirectory, cluster.data)) return running.port;
      if (result.state === "starting") continue;
    }
    starts += 1;
    refused = await startServer(cluster, runner, settings).then(
      () => refused,
      (error: unknown) => error,
    );
  }
  const log = join(cluster.folder, "server.log");
  const reason = lastComplaint(log) ?? (refused instanceof Error ? refused.message : String(refused));
  throw new Error(`The embedded PostgreSQL does not start (${reason}); its log is ${log}.`, {
    cause: refused,
  });
}

async function startServer(
  cluster: Cluster,
  runner: Runner,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  ownCluster(cluster, runner);
  replaceStalePid(cluster.data);
  const log = join(cluster.folder, "server.log");
  const port = await choosePort(join(cluster.folder, "port"));
  const settingsWithDefaults = {
    listen_addresses: HOST,
    unix_socket_directories: "",
    max_connections: "100",
    ...settings,
  };
  const options = Object.entries(settingsWithDefaults).map(([name, value]) => `-c ${name}=${quoted(value)}`);
  if (existsSync(log)) renameSync(log, `${log}.previous`);
  await runProgram(runner, "pg_ctl", [
    "start",
    `--pgdata=${cluster.data}`,
    `--log=${log}`,
    "--wait",
    `--options=-p ${port} ${options.join(" ")}`,
  ]);
}

async function stopServer(cluster: Cluster, runner: Runner): Promise<void> {
  const running = readPostmaster(cluster.data);
  if (running === null || !mayBePostgres(running.pid)) return;
  try {
    await runProgram(runner, "pg_ctl", ["stop", `--pgdata=${cluster.data}`, "--mode=fast", "--wait"]);
  } catch (error) {
    // Another signal may have ended the server meanwhile, such as one that its whole control group was sent.
    if (isRunning(cluster)) throw error;
  }
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${OWNER}:${encodeURIComponent(cluster.password)}@${HOST}:${port}/${database}`;
}

// pg_ctl's own output only refers to the log.
function lastComplaint(log: string): string | undefined {
  if (!existsSync(log)) return undefined;
  const complaints = /(?<=(?:FATAL|PANIC|ERROR): +).+/g;
  return readFileSync(log, "utf8").match(complaints)?.at(-1);
}

// pg_ctl passes its options to a shell.
function quoted(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

function isSamePath(one: string, other: string): boolean {
  return realpathSync(one) === realpathSync(other);
}
