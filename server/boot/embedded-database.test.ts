import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readEnv } from "@/server/boot/env";
import { installationSecrets } from "@/server/boot/installation-secrets";
import { withClient } from "@/server/db/database/server";
import { OWNER } from "@/server/db/embedded/cluster";
import { readPostmaster } from "@/server/db/embedded/postmaster";
import { startEmbedded } from "@/server/db/embedded/start";
import { freePort } from "@/server/testing/free-port";
import { type MainProcess, startMain } from "@/server/testing/main-process";

// The tests create a database and start the service, which takes seconds, and longer on a busy machine.
const TIMEOUT_MS = 240_000;
vi.setConfig({ testTimeout: 2 * TIMEOUT_MS, hookTimeout: TIMEOUT_MS });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-embedded-"));
  return () => rm(folder, { recursive: true, force: true });
});

describe("the embedded database of a service at work, killed,", () => {
  let service: MainProcess;
  let url: string;
  const data = () => join(folder, "postgres", "data");

  beforeEach(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    service = startMain({
      DATA_DIR: folder,
      ROLE: "worker",
      PORT: String(port),
      LOG_LEVEL: "silent",
    });
    await expect.poll(readiness, { timeout: TIMEOUT_MS, interval: 200 }).toBe(200);
  });
  afterEach(async () => {
    service.child.kill("SIGTERM");
    await service.ended();
  });

  const readiness = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status;
  const killServer = (): number => {
    const { pid } = readPostmaster(data()) ?? { pid: 0 };
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, "SIGKILL");
    return pid;
  };
  const sql = async (text: string) => {
    const password = (await readFile(join(folder, "postgres", "password"), "utf8")).trim();
    const { port } = readPostmaster(data()) ?? { port: 0 };
    const address = `postgresql://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/pricecheck`;
    return withClient(address, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
  };

  it("is started again by it, with what was committed, and its work goes on", async () => {
    await sql("CREATE TABLE words AS SELECT 'kept' AS word");
    const killed = killServer();
    await expect.poll(() => readPostmaster(data())?.pid ?? killed, { timeout: 30_000 }).not.toBe(killed);
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
    expect(await sql("SELECT word FROM words")).toEqual([{ word: "kept" }]);
    await sql(`SELECT graphile_worker.add_job('run', '{"v":2}', job_key => 'odd')`);
    await expect
      .poll(() => sql("SELECT last_error FROM graphile_worker.jobs WHERE key = 'odd'"), { timeout: 30_000 })
      .toEqual([{ last_error: expect.stringContaining("workspaceId") }]);
    expect(service.child.exitCode).toBeNull();
  });

  it("ends it with one line of reason where it cannot be started again", async () => {
    await rm(join(data(), "global", "pg_control"));
    killServer();
    expect(await service.ended()).toBe(1);
    expect(service.printed().err.trim().split("\n")).toEqual([
      expect.stringMatching(/^Pricecheck: it stops: The embedded PostgreSQL /),
    ]);
    await rm(join(data(), "postmaster.pid"), { force: true });
  });
});

it("is not started again by a process whose use of it has ended", async () => {
  const embedded = await startEmbedded(folder);
  const messages: string[] = [];
  embedded.watch({ again: () => messages.push("again"), lost: () => messages.push("lost") });
  await embedded.stop();
  expect(readPostmaster(join(folder, "postgres", "data"))).toBeNull();
  expect(messages).toEqual([]);
});

describe("a broken file of secrets", () => {
  const WORD = "a-secret-that-nobody-may-read";
  const whole = { appDbPassword: `${WORD}-1`, authSecret: `${WORD}-2`, encryptionKey: `${WORD}-3` };
  it.each([
    ["cut off", JSON.stringify(whole).slice(0, -20)],
    ["empty", ""],
    ["no JSON", `${WORD} ${WORD}`],
    ["no object", JSON.stringify([whole])],
    ["without a key", JSON.stringify({ ...whole, encryptionKey: undefined, other: WORD })],
    ["with a key of another kind", JSON.stringify({ ...whole, authSecret: { is: WORD } })],
    ["with an empty key", JSON.stringify({ ...whole, appDbPassword: "" })],
  ])("is told in one line without its content when it is %s, and left as it is", async (_what, text) => {
    const file = join(folder, "secrets.json");
    await writeFile(file, text);
    const refused: unknown = await installationSecrets(readEnv({ DATA_DIR: folder })).catch(
      (error: unknown) => error,
    );
    const message = refused instanceof Error ? refused.message : "it was taken";
    expect(message).toContain(`${file} does not hold the installation's secrets`);
    expect(message).not.toContain("\n");
    expect(message).not.toContain("a-secret");
    expect(await readFile(file, "utf8")).toBe(text);
  });
});
