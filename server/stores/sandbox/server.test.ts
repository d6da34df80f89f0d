import { type ChildProcess, spawn } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoreConnection } from "@/server/stores/port";
import { sandboxKey, sandboxSecret, sandboxUrl } from "@/server/stores/sandbox/access";
import { sandbox } from "@/server/stores/sandbox/connector";
import { type SandboxStore, startSandboxStore } from "@/server/stores/sandbox/server";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { credentialsFor } from "@/server/testing/store-conformance";

let dir: string;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "sandbox-"));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await rm(dir, { recursive: true, force: true });
});

async function start(): Promise<SandboxStore> {
  const store = await startSandboxStore({ dir, port: 0, secret: await sandboxSecret(dir) });
  stops.push(store.stop);
  return store;
}

async function connect(origin: string, workspace = "ws_a"): Promise<StoreConnection> {
  const key = sandboxKey(await sandboxSecret(dir), workspace);
  return loopbackConnection(sandboxUrl(origin, workspace), credentialsFor(sandbox, { key }));
}

async function ask({ url, credentials }: StoreConnection, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${String(credentials.key)}`, connection: "close" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${url}${path}`, init);
  return { status: response.status, json: await response.json() };
}

const write = (
  connection: StoreConnection,
  ref: string,
  target: bigint,
  writeKey: string,
  expected?: bigint,
) =>
  sandbox.writePrice(connection, ref, {
    target,
    currency: "EUR",
    writeKey,
    ...(expected === undefined ? {} : { expected }),
  });

describe("the sandbox store mirrors the catalog", () => {
  it("an item it has never seen is found by its sku, at its catalog price", async () => {
    const connection = await connect((await start()).url);
    expect(sandbox.refForSku?.("TEA / 1 ü")).toBe("TEA / 1 ü");
    const read = await sandbox.readPrice(connection, "TEA / 1 ü", { price: 499n, currency: "EUR" });
    expect(read).toMatchObject({ price: 499n, currency: "EUR", writeKey: null });
    expect(await sandbox.readPrice(connection, "TEA / 1 ü")).toEqual(read);
  });

  it("the catalog's price counts on first touch only: then the store has its own", async () => {
    const connection = await connect((await start()).url);
    await write(connection, "TEA-1", 549n, "wbk_1", 499n);
    const read = await sandbox.readPrice(connection, "TEA-1", { price: 499n, currency: "EUR" });
    expect(read).toMatchObject({ price: 549n, currency: "EUR", writeKey: "wbk_1" });
  });

  it("the log holds every price it was given, one entry each, repeats too, and no mirrored start", async () => {
    const connection = await connect((await start()).url);
    await write(connection, "TEA-1", 549n, "wbk_1", 499n);
    await write(connection, "TEA-1", 549n, "wbk_1", 499n);
    await ask(connection, "PUT", "/variants/TEA-1/price", { price: "600", currency: "EUR", marker: null });
    const { json } = await ask(connection, "GET", "/log");
    expect(json.data).toMatchObject([
      { ref: "TEA-1", price: "549", currency: "EUR", marker: "wbk_1" },
      { ref: "TEA-1", price: "549", currency: "EUR", marker: "wbk_1" },
      { ref: "TEA-1", price: "600", currency: "EUR", marker: null },
    ]);
    expect(json.next_after).toBeNull();
    const first = await ask(connection, "GET", "/log?limit=2");
    const rest = await ask(connection, "GET", `/log?after=${first.json.next_after}`);
    expect([...first.json.data, ...rest.json.data]).toEqual(json.data);
  });

  it("dates entries by its caller's clock where it is asked to, but none ahead of its own", async () => {
    const connection = await connect((await start()).url);
    const at = (now: string): StoreConnection => ({ ...connection, now: () => Date.parse(now) });
    const past = "2024-02-29T10:00:00.000Z";
    const before = new Date().toISOString();
    await write({ ...at(past), datesEntries: true }, "TEA-1", 549n, "wbk_1", 499n);
    await write({ ...at("2999-01-01T00:00:00.000Z"), datesEntries: true }, "TEA-1", 559n, "wbk_2");
    await write(at(past), "TEA-1", 569n, "wbk_3");
    const { json } = await ask(connection, "GET", "/log");
    const [dated, ...own] = json.data.map((entry: { at: string }) => entry.at);
    expect(dated).toBe(past);
    for (const each of own) expect(each >= before && each <= new Date().toISOString(), each).toBe(true);
  });

  it.each(["12.5", "0", "-5", "1e3", "", 1250, null])(
    "a price of %j is refused and not logged",
    async (price) => {
      const connection = await connect((await start()).url);
      await sandbox.readPrice(connection, "TEA-1", { price: 499n, currency: "EUR" });
      const body = { price, currency: "EUR", marker: "wbk_1" };
      expect((await ask(connection, "PUT", "/variants/TEA-1/price", body)).status).toBe(422);
      expect((await ask(connection, "GET", "/log")).json.data).toEqual([]);
    },
  );
});

describe("a store that is told to answer late", () => {
  it("has the price at once, answers only later, and ends without waiting for that", async () => {
    const store = await start();
    store.rehearse(async () => ({ fault: "late", seconds: 3_600 }));
    const connection = await connect(store.url);
    const answer = write({ ...connection, timeoutMs: 3_600_000 }, "TEA-1", 549n, "wbk_1", 499n).catch(
      (error: unknown) => error,
    );
    const stored = async () => (await ask(connection, "GET", "/log")).json.data.length;
    await expect.poll(stored).toBe(1);
    expect(await Promise.race([answer, Promise.resolve("none yet")])).toBe("none yet");
    await stops.pop()?.();
    expect(await answer).toMatchObject({ reason: "unreachable", certainty: "unknown" });
  });
});

describe("one workspace's store is closed to every other workspace", () => {
  it("a key opens its own store only, and stores share no variants", async () => {
    const { url } = await start();
    const own = await connect(url, "ws_a");
    const other = await connect(url, "ws_b");
    await write(own, "TEA-1", 549n, "wbk_1", 499n);
    const crossed = { ...own, url: other.url };
    await expect(sandbox.readPrice(crossed, "TEA-1")).rejects.toMatchObject({ reason: "unauthorized" });
    await expect(sandbox.readPrice(other, "TEA-1")).rejects.toMatchObject({ reason: "not_found" });
  });

  it.each(["..", "%2e%2e%2fsecret", "a.b", ""])("a store named %j does not exist", async (name) => {
    const { url } = await start();
    const key = sandboxKey(await sandboxSecret(dir), name);
    const response = await fetch(`${url}/stores/${name}/log`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(404);
  });
});

describe("what the sandbox answered, it keeps", () => {
  it("every answered price survives kill -9 of its process, once", async () => {
    const first = await spawnStore();
    const connection = await connect(first.url);
    const answered = new Set<string>();
    const writes = Array.from({ length: 200 }, async (_, n) => {
      await write(connection, `TEA-${n}`, 549n, `wbk_${n}`, 499n);
      answered.add(`wbk_${n}`);
      if (answered.size === 60) first.child.kill("SIGKILL");
    });
    await Promise.allSettled(writes);
    expect(answered.size).toBeGreaterThanOrEqual(60);
    expect(answered.size).toBeLessThan(200);
    const second = await spawnStore();
    const { json } = await ask(await connect(second.url), "GET", "/log?limit=1000");
    const kept: string[] = json.data.map((entry: { marker: string }) => entry.marker);
    expect(new Set(kept).size).toBe(kept.length);
    expect([...answered].filter((marker) => !kept.includes(marker))).toEqual([]);
  });

  it("a line that a crash cut short is dropped, and the next price takes its place", async () => {
    const store = await start();
    await write(await connect(store.url), "TEA-1", 549n, "wbk_1", 499n);
    await stops.pop()?.();
    const path = join(dir, "ws_a.jsonl");
    await appendFile(path, '{"type":"priced","seq":3,"at":"2026-');
    const connection = await connect((await start()).url);
    await write(connection, "TEA-1", 599n, "wbk_2");
    const { json } = await ask(connection, "GET", "/log");
    expect(json.data.map((entry: { marker: string }) => entry.marker)).toEqual(["wbk_1", "wbk_2"]);
    const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual([1, 2, 3]);
  });

  it("two processes that start together agree on one secret", async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => sandboxSecret(dir)));
    expect(new Set(secrets).size).toBe(1);
  });
});

async function spawnStore(): Promise<{ child: ChildProcess; url: string }> {
  const args = ["--import", "tsx", "server/stores/sandbox/main.ts", "--dir", dir, "--port", "0"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  stops.push(async () => {
    child.kill("SIGKILL");
    await gone;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /listens on (http:\S+)/.exec(printed);
      if (found?.[1]) resolve(found[1]);
    });
    void gone.then(() => reject(new Error("The sandbox store did not start.")));
  });
  return { child, url };
}
