import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "@/server/testing/free-port";

/** A redis-server for one test. */
export interface TestRedis {
  readonly url: string;
  readonly port: number;
  /** Stops answering without closing connections, like a hung server. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a redis-server without persistence, on a free port or the given one, and waits until it answers. */
export async function startRedis(program: string, requestedPort?: number): Promise<TestRedis> {
  const port = requestedPort ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-redis-"));
  const child = spawn(
    program,
    ["--port", String(port), "--save", "", "--appendonly", "no", "--dir", folder],
    {
      stdio: "ignore",
    },
  );
  const url = `redis://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  return {
    url,
    port,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async stop() {
      const ended = child.exitCode === null ? once(child, "exit") : Promise.resolve();
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const probe = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  probe.on("error", () => undefined);
  try {
    await Promise.race([
      probe.ping(),
      once(child, "exit").then(() => Promise.reject(new Error("redis-server ended at its start"))),
    ]);
  } finally {
    probe.disconnect();
  }
}
