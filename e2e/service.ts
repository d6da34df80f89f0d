import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { carryOut } from "@/server/admin/carry-out";
import { readEnv } from "@/server/boot/env";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PORTS = { first: 28_000, count: 1_000 };
const READY_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 30_000;
/** What the service prints when its demo is there. */
const DEMO_LINE = "Demo sign-in:";
/** What `npm start` sets: it prepares and then runs the same program. */
const NODE_OPTIONS = ["--enable-source-maps", "--max-semi-space-size=4", "--heap-growing-percent=40"];
const LOG = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** The built program in a separate process, on separate data. */
export type Service = {
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  /** The id of its process; undefined while it is not running. */
  readonly pid: () => number | undefined;
  /** Whether the process that was last started has ended. */
  readonly hasEnded: () => boolean;
  /** Its output so far. */
  readonly printed: () => string;
  /** Kills it with SIGKILL, like a power failure. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same data and port. */
  readonly start: () => Promise<void>;
  /** Stops it gracefully and deletes its data. */
  readonly stop: () => Promise<void>;
  /** Runs an operator command and returns its answer; throws what the command throws. */
  readonly operate: (...args: readonly string[]) => Promise<unknown>;
};

/** Starts the service without the demo and with short write-back durations. */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  const dir = await mkdtemp(join(tmpdir(), "pricecheck e2e "));
  const port = settings["PORT"] ?? String(await freePort());
  const url = `http://localhost:${port}`;
  const data = join(dir, "data");
  const env = environment({ DATA_DIR: data, PORT: port, ...settings });
  let printed = "";
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [...NODE_OPTIONS, join("dist", "main.js")], { cwd: ROOT, env });
    const record = (chunk: Buffer): void => {
      printed = (printed + chunk.toString()).slice(-200_000);
    };
    child.stdout?.on("data", record);
    child.stderr?.on("data", record);
    await ready(child, url, () => printed);
    // The demo follows what answers.
    if (env["DEMO"] === "1")
      await within(
        child,
        () => printed.includes(DEMO_LINE),
        () => printed,
      );
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child) await ended(child, signal);
  };
  await start();
  return {
    url,
    data,
    pid: () => child?.pid,
    hasEnded: () => child === null || hasEnded(child),
    printed: () => printed,
    kill: () => end("SIGKILL"),
    start,
    stop: async () => {
      await end("SIGTERM");
      await rm(dir, { recursive: true, force: true });
    },
    operate: (...args) => operate(env, args),
  };
}

// Passes on only the variables a program needs to run, so that no setting of a real service leaks in.
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    ...(PATH ? { PATH } : {}),
    ...(HOME ? { HOME } : {}),
    ...(TMPDIR ? { TMPDIR } : {}),
    NODE_ENV: "production",
    MALLOC_ARENA_MAX: "2",
    HOST: "127.0.0.1",
    SIGN_UP: "open",
    ALLOW_PRIVATE_STORES: "1",
    ALLOW_PRIVATE_PAGES: "1",
    ALLOW_PRIVATE_WEBHOOKS: "1",
    DEMO: "0",
    DRAIN_MS: "0",
    WRITE_BACK_QUARANTINE_MS: "8000",
    WRITE_BACK_LEASE_MS: "3000",
    RUN_LEASE_MS: "5000",
    SWEEP_INTERVAL_MS: "300",
    STORE_TIMEOUT_MS: "2000",
    ADDRESS_RATE_LIMIT_PER_MINUTE: "100000",
    ...settings,
  };
}

const ready = (child: ChildProcess, url: string, printed: () => string): Promise<void> =>
  within(
    child,
    async () => {
      const response = await fetch(`${url}/readyz`).catch(() => null);
      await response?.body?.cancel();
      return response?.ok === true;
    },
    printed,
  );

async function within(
  child: ChildProcess,
  isSo: () => boolean | Promise<boolean>,
  printed: () => string,
): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (hasEnded(child)) throw new Error(`The service ended while it started:\n${printed()}`);
    if (await isSo()) return;
    await pause(100);
  }
  child.kill("SIGKILL");
  throw new Error(`The service was not ready in ${READY_WITHIN_MS / 1000} s:\n${printed()}`);
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), ENDS_WITHIN_MS);
  await gone;
  clearTimeout(timer);
}

// Runs the command in this process, which saves the start of another one; server/admin/main.test.ts runs the program.
const operate = (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<unknown> =>
  carryOut(args, () => readEnv(env), LOG).then((response) => JSON.parse(JSON.stringify(response)) as unknown);

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port is free from ${PORTS.first} on.`);
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
