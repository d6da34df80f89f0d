import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "@/server/testing/database";
import { freePort } from "@/server/testing/free-port";
import { type MainProcess, startMain } from "@/server/testing/main-process";

// Starting the service takes seconds, and many on a machine with other work.
const TIMEOUT_MS = 90_000;
const SECRETS = { AUTH_SECRET: "a".repeat(32), ENCRYPTION_KEY: "b".repeat(32) };

vi.setConfig({ testTimeout: TIMEOUT_MS });

let folder: string;
let database: TestDatabase;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-main-"));
  database = await testDatabase();
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = (env: Record<string, string>): MainProcess => {
  const started = startMain({ DATA_DIR: folder, ...env });
  running.push(started.child);
  return started;
};

const external = (): Record<string, string> => ({
  ...SECRETS,
  DATABASE_URL: database.ownerUrl,
  APP_DB_PASSWORD: inject("appPassword"),
  ROLE: "worker",
});

describe("a wrong environment", () => {
  it.each([
    ["PORT", { PORT: "eighty" }],
    ["ROLE", { ROLE: "boss" }],
    [
      "AUTH_SECRET",
      { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none", APP_DB_PASSWORD: "x".repeat(16) },
    ],
    ["ENCRYPTION_KEY", { ENCRYPTION_KEY: "short" }],
    ["RATE_LIMIT_PER_MINUTE", { RATE_LIMIT_PER_MINUTE: "0" }],
    ["SIGN_UP", { SIGN_UP: "open", HOST: "0.0.0.0", ALLOW_PRIVATE_STORES: "1" }],
  ])("stops the start with one line that names %s", async (name, env) => {
    const started = start(env);
    expect(await started.ended()).toBe(1);
    const { out, err } = started.printed();
    expect(out).toBe("");
    expect(err.trim().split("\n")).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it("names the port that another program holds", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const address = holder.address();
    const port = String(address !== null && typeof address === "object" ? address.port : 0);
    const started = start({ ...external(), PORT: port });
    expect(await started.ended()).toBe(1);
    holder.close();
    expect(started.printed().err.trim()).toMatch(/PORT: .*address already in use|PORT: 127\.0\.0\.1/);
  });
});

it("becomes ready on an external database, and ends with 0 when it is told to", async () => {
  const port = String(await freePort());
  const started = start({ ...external(), PORT: port });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
  await expect.poll(ready, { timeout: 80_000, interval: 200 }).toBe(200);
  started.child.kill("SIGTERM");
  expect(await started.ended()).toBe(0);
  expect(started.printed().err).toBe("");
});

it("makes the secrets of an embedded installation once, for its owner's eyes, and keeps them", async () => {
  const { installationSecrets } = await import("@/server/boot/installation-secrets");
  const { readEnv } = await import("@/server/boot/env");
  const env = readEnv({ DATA_DIR: join(folder, "fresh") });
  const made = await Promise.all([1, 2, 3, 4].map(() => installationSecrets(env)));
  expect(new Set(made.map((each) => JSON.stringify(each))).size).toBe(1);
  const file = join(folder, "fresh", "secrets.json");
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe("600");
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(made[0]);
  expect(await installationSecrets({ ...env, AUTH_SECRET: "c".repeat(32) })).toEqual({
    ...made[0],
    authSecret: "c".repeat(32),
  });
});

describe("pages that are being built", () => {
  const preload = pathToFileURL(join(import.meta.dirname, "testing", "pages-built-later.mjs")).href;
  let outcome: string;
  beforeEach(async () => {
    outcome = join(await mkdtemp(join(folder, "build ")), "outcome");
  });

  const startBuilding = async (role: string) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const started = start({
      ...external(),
      ROLE: role,
      PORT: String(port),
      NODE_OPTIONS: `--import=${preload}`,
      PAGES_BUILT: outcome,
    });
    const readiness = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status;
    return { started, url, readiness };
  };

  it.each([
    ["failed", "there is no space left"],
    ["stopped", "The build of its pages was stopped."],
  ])(
    "end the service with one line when their build has %s, after the API has answered",
    async (how, words) => {
      const { started, url, readiness } = await startBuilding("web");
      await expect.poll(readiness, { timeout: TIMEOUT_MS }).toBe(503);
      expect((await fetch(`${url}/api/v1/openapi.json`)).status).toBe(200);
      await writeFile(outcome, how);
      expect(await started.ended()).toBe(1);
      expect(started.printed().err.trim().split("\n")).toEqual([`Pricecheck: it has no pages: ${words}`]);
    },
  );

  it("are none of a worker's business", async () => {
    const { readiness } = await startBuilding("worker");
    await expect.poll(readiness, { timeout: TIMEOUT_MS }).toBe(200);
  });
});
