import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withClient } from "../database/server";
import { isAlive, readPostmaster } from "./postmaster";
import { type EmbeddedDatabase, startEmbedded } from "./start";

// These tests kill servers, so they keep the service's settings: committed data must survive.
let made: string;
let dataDir: string;
let started: (ChildProcess | EmbeddedDatabase)[];

// Creating a cluster takes longest, so all tests but one begin with a copy of a cluster that was created, started and
// stopped.
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), "pricecheck-made-"));
  const embedded = await startEmbedded(made);
  await embedded.stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pricecheck embedded "));
  await cp(join(made, "postgres"), join(dataDir, "postgres"), { recursive: true });
  started = [];
  return async () => rm(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  for (const each of started) {
    if ("stop" in each) await each.stop();
    else if (each.exitCode === null && each.signalCode === null) each.kill("SIGKILL");
  }
  // Joins any server that a test left running and, as its last user, stops it.
  const last = await startEmbedded(dataDir);
  await last.stop();
});

async function startHere(): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded(dataDir);
  started.push(embedded);
  return embedded;
}

async function startElsewhere(): Promise<ChildProcess> {
  const script = join(dataDir, `other-${started.length}.mts`);
  await writeFile(
    script,
    `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, "start.ts"))};
    const embedded = await startEmbedded(${JSON.stringify(dataDir)});
    process.once("SIGTERM", () => void embedded.stop().then(() => process.exit(0)));
    console.log("ready");
    setInterval(() => undefined, 1_000);`,
  );
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the other service ended with ${String(code)} before it was ready`);
  });
  // After it was ready, its end is the test's own doing.
  ended.catch(() => undefined);
  await Promise.race([once(child.stdout, "data"), ended]);
  return child;
}

function postmaster(): number {
  const running = readPostmaster(join(dataDir, "postgres", "data"));
  if (running === null) throw new Error("no server has run here");
  return running.pid;
}

async function remember(url: string, word: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query("CREATE TABLE IF NOT EXISTS words (word text)");
    await client.query("INSERT INTO words VALUES ($1)", [word]);
  });
}

async function remembered(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ word: string }>("SELECT word FROM words");
    return rows.map((row) => row.word);
  });
}

describe("startEmbedded", { timeout: 60_000 }, () => {
  it("keeps the data, the password and the port over a stop and a start", async () => {
    const first = await startHere();
    await remember(first.ownerUrl, "kept");
    await first.stop();
    expect(readPostmaster(join(dataDir, "postgres", "data"))).toBeNull();
    const second = await startHere();
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(second.port).toBeLessThan(32_768);
    expect(await remembered(second.ownerUrl)).toEqual(["kept"]);
  });

  it("speaks UTF-8, sorts alike on every machine, waits for the disk and asks for the password", async () => {
    const { ownerUrl } = await startHere();
    const settings = await withClient(ownerUrl, async (client) => {
      const { rows } =
        await client.query(`SELECT upper('é') AS upper, current_setting('server_encoding') AS encoding,
        current_setting('fsync') AS fsync, current_setting('TimeZone') AS zone, current_setting('listen_addresses') AS at`);
      return rows[0];
    });
    expect(settings).toEqual({ upper: "É", encoding: "UTF8", fsync: "on", zone: "UTC", at: "127.0.0.1" });
    const wrong = new URL(ownerUrl);
    wrong.password = "guessed";
    await expect(withClient(wrong.toString(), (client) => client.query("SELECT 1"))).rejects.toThrow(
      /password/,
    );
    expect((await stat(join(dataDir, "postgres", "password"))).mode & 0o077).toBe(0);
  });

  it("joins the server that outlived a killed service", async () => {
    const killed = await startElsewhere();
    const pid = postmaster();
    killed.kill("SIGKILL");
    await once(killed, "exit");
    expect(isAlive(pid)).toBe(true);
    await startHere();
    expect(postmaster()).toBe(pid);
  });

  it("recovers what was committed before the server itself was killed", async () => {
    const first = await startHere();
    await remember(first.ownerUrl, "committed");
    const pid = postmaster();
    process.kill(pid, "SIGKILL");
    const second = await startHere();
    expect(postmaster()).not.toBe(pid);
    expect(await remembered(second.ownerUrl)).toEqual(["committed"]);
  });

  it("starts where postmaster.pid names a process that is something else by now", async () => {
    const first = await startHere();
    await remember(first.ownerUrl, "committed");
    const bystander = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1_000)"], {
      stdio: "ignore",
    });
    started.push(bystander);
    const file = join(dataDir, "postgres", "data", "postmaster.pid");
    const lines = (await readFile(file, "utf8")).split("\n");
    process.kill(postmaster(), "SIGKILL");
    await writeFile(file, [bystander.pid, ...lines.slice(1)].join("\n"));
    await first.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    const second = await startHere();
    expect(await remembered(second.ownerUrl)).toEqual(["committed"]);
  });

  it("lets two services that start at once on an empty folder share one server", async () => {
    await rm(join(dataDir, "postgres"), { recursive: true });
    const [, here] = await Promise.all([startElsewhere(), startHere()]);
    await remember(here.ownerUrl, "shared");
    expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
  });

  it("stops the server with its last user and not before", async () => {
    const elsewhere = await startElsewhere();
    const here = await startHere();
    const pid = postmaster();
    elsewhere.kill("SIGTERM");
    await once(elsewhere, "exit");
    await remember(here.ownerUrl, "still here");
    await here.stop();
    // The server removes its pid file, which ends the wait of pg_ctl, a moment before its process is gone.
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000);
  });

  it("says in one line why it does not start and where the log is", async () => {
    const first = await startHere();
    await first.stop();
    await rm(join(dataDir, "postgres", "data", "global"), { recursive: true });
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      /^The embedded PostgreSQL does not start \([^\n]*pg_control[^\n]*server\.log\.$/,
    );
    await cp(join(made, "postgres", "data", "global"), join(dataDir, "postgres", "data", "global"), {
      recursive: true,
    });
  });
});
