import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { LONGEST_END_MS } from "@/server/boot/ending";
import { readEnv } from "@/server/boot/env";
import { withClient } from "@/server/db/database/server";
import { OWNER } from "@/server/db/embedded/cluster";
import { readPostmaster } from "@/server/db/embedded/postmaster";
import { testDatabase } from "@/server/testing/database";
import { freePort } from "@/server/testing/free-port";
import { type MainProcess, startMain } from "@/server/testing/main-process";

// Starting the service takes seconds, and many on a machine with other work.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let folder: string;
let port: number;
let running: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-stopping-"));
  port = await freePort();
  running = [];
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function started(env: Record<string, string>): Promise<MainProcess> {
  const service = startMain({ DATA_DIR: folder, PORT: String(port), ...env });
  running.push(service.child);
  await expect.poll(() => status("/readyz"), { timeout: 180_000, interval: 200 }).toBe(200);
  return service;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = (path: string) =>
  new Promise<IncomingMessage | null>((resolve) => {
    const sent = get({ host: "127.0.0.1", port, path, agent }, (response) => resolve(response.resume()));
    sent.once("error", () => resolve(null));
  });
const status = async (path: string) => (await ask(path))?.statusCode;
const levels = (service: MainProcess) =>
  service.printed().out.match(/"level":"(?:warn|error)".*|\n\s+at .*/g) ?? [];

it("says for the drain time that it is not ready, answers meanwhile, and takes no connection afterwards", async () => {
  const database = await testDatabase();
  try {
    const service = await started({
      DATABASE_URL: database.ownerUrl,
      APP_DB_PASSWORD: inject("appPassword"),
      AUTH_SECRET: "a".repeat(32),
      ENCRYPTION_KEY: "e".repeat(32),
      ROLE: "web",
      DRAIN_MS: "5000",
    });
    expect((await ask("/healthz"))?.headers.connection).toBe("keep-alive");
    service.child.kill("SIGTERM");
    // npm passes a signal on that the process was sent itself.
    service.child.kill("SIGTERM");
    await expect.poll(() => status("/readyz"), { interval: 20 }).toBe(503);
    const answered = await ask("/api/v1/runs");
    expect([answered?.statusCode, answered?.headers.connection]).toEqual([401, "close"]);
    // A request that never arrives as a whole is not waited for.
    const slow = request({ host: "127.0.0.1", port, method: "POST", path: "/api/auth/callback/credentials" });
    const cut = once(slow, "error");
    slow.setHeader("content-length", 100);
    slow.write("{");
    expect(await service.ended()).toBe(0);
    await cut;
    expect(await status("/healthz")).toBeUndefined();
    expect([service.printed().err, levels(service)]).toEqual(["", []]);
  } finally {
    await database.drop();
  }
});

it("has ended within ten seconds of SIGTERM, unless it is given a longer drain time", () => {
  expect(readEnv({}).DRAIN_MS + LONGEST_END_MS).toBeLessThan(10_000);
});

/** All processes below one, and itself; one that ended since it was listed has none. */
function tree(pid: number): number[] {
  const children = childrenOf(pid).split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => tree(Number(child)))];
}

function childrenOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}

/** Sends SIGTERM, also to a process of the database that ended since it was listed, as its helpers do at any time. */
function terminate(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

it.skipIf(process.platform !== "linux")(
  "ends cleanly when its embedded database gets the signal with it, as from systemd, and starts again",
  async () => {
    const data = join(folder, "postgres", "data");
    const env = { ROLE: "all", DRAIN_MS: "500" };
    const service = await started(env);
    const { pid = 0, port: at = 0 } = readPostmaster(data) ?? {};
    const password = (await readFile(join(folder, "postgres", "password"), "utf8")).trim();
    const url = `postgresql://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${at}/pricecheck`;
    const sql = (text: string) => withClient(url, async (client) => (await client.query(text)).rows);
    await sql("CREATE TABLE words AS SELECT 'kept' AS word");
    for (const each of [...tree(service.child.pid ?? 0), ...tree(pid)]) terminate(each);
    expect(await service.ended()).toBe(0);
    expect(service.printed().err).toBe("");
    expect(service.printed().out).not.toMatch(/\n\s+at |started again/);
    // A slow disk may make it last longer than the service does; systemd waits for it too.
    await expect.poll(() => readPostmaster(data), { timeout: 60_000 }).toBeNull();
    const log = await readFile(join(folder, "postgres", "server.log"), "utf8");
    expect(log).toContain("database system is shut down");
    const again = await started(env);
    expect(await sql("SELECT word FROM words")).toEqual([{ word: "kept" }]);
    expect(await readFile(join(folder, "postgres", "server.log"), "utf8")).not.toContain("recovery");
    again.child.kill("SIGTERM");
    expect(await again.ended()).toBe(0);
  },
);
