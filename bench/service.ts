import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@/server/testing/free-port";
import { type Memory, memoryOf } from "./memory";
import { serviceSettings } from "./settings";

/** The service in a separate process, started as `npm start` does. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Resident memory of that process in MB, current and peak, without PostgreSQL. */
  memory(): Memory;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly root: string;
  readonly role: "all" | "worker";
  readonly ownerUrl: string;
  readonly dataDir: string;
  /** Further settings, by the names of the environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

const READY_WITHIN_MS = 120_000;

/** Starts the service on a database and waits until it is ready. @throws Error if it exits or does not become ready */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { root, role, ownerUrl, dataDir, settings = {} } = options;
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    ...serviceSettings(ownerUrl),
    DATA_DIR: dataDir,
    DEMO: "0",
    DRAIN_MS: "0",
    HOST: "127.0.0.1",
    PORT: String(port),
    ROLE: role,
    LOG_LEVEL: "warn",
    ...settings,
  };
  const child = spawn("npm", ["start", "--silent"], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) {
      const pid = serviceBelow(child.pid ?? 0);
      return { url, pid, memory: () => memoryOf(pid), stop };
    }
    await pause(200);
  }
  await stop();
  throw new Error(`the service (${role}) did not get ready`);
}

// Finds the service's process: `npm start` runs it below npm and sometimes a shell, and it is the last descendant.
function serviceBelow(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  const [child] = children.split(" ");
  return child === undefined || child === "" ? pid : serviceBelow(Number(child));
}
