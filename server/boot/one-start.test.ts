import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "@/server/testing/free-port";
import { MAIN } from "@/server/testing/main-process";

const ROOT = dirname(dirname(import.meta.dirname));
// The tests create a database and start the service, which takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let folder: string;
let running: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-one-start-"));
  running = [];
});
afterEach(async () => {
  for (const child of running) {
    child.kill("SIGCONT");
    await end(child, "SIGTERM");
  }
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  /** Resolves when it has ended and all that it printed was read. */
  readonly closed: Promise<unknown>;
  out(): string;
  err(): string;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", TMPDIR: folder, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  const printed = { out: "", err: "" };
  child.stdout.on("data", (piece: Buffer) => (printed.out += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (printed.err += piece.toString()));
  return { child, closed: once(child, "close"), out: () => printed.out, err: () => printed.err };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

const exitCode = async ({ child, closed }: Started): Promise<number | null> => {
  await closed;
  return child.exitCode;
};

describe.each([
  ["names of the system's own", process.platform],
  ["files", "darwin"],
])("what one process holds, by %s,", (_, platform) => {
  async function holder(): Promise<Started> {
    const script = join(folder, "holder.mjs");
    await writeFile(
      script,
      `Object.defineProperty(process, "platform", { value: ${JSON.stringify(platform)} });
      const { hold } = await import(${JSON.stringify(join(ROOT, "server", "boot", "hold.mjs"))});
      await hold(${JSON.stringify(ROOT)}, "test ${process.pid}", (told) => { console.log("waits" + told); return "wait"; });
      console.log("holds");
      setInterval(() => undefined, 1_000);`,
    );
    return start([script]);
  }

  it("is the next one's as soon as that process is killed, and not before", async () => {
    const first = await holder();
    await expect.poll(first.out, { timeout: 20_000 }).toBe("holds\n");
    const second = await holder();
    await expect.poll(second.out, { timeout: 20_000 }).toBe("waits\n");
    await end(first.child, "SIGKILL");
    await expect.poll(second.out, { timeout: 20_000 }).toBe("waits\nholds\n");
  });
});

it("two processes that make one folder ready do so one after the other", async () => {
  const script = join(folder, "maker.mjs");
  const notes = join(folder, "notes");
  await writeFile(
    script,
    `import { appendFileSync } from "node:fs";
    import { setTimeout as pause } from "node:timers/promises";
    import { oneAtATime } from ${JSON.stringify(join(ROOT, "scripts", "step.mjs"))};
    for (let i = 0; i < 2; i += 1)
      await oneAtATime(${JSON.stringify(folder)}, async () => {
        appendFileSync(${JSON.stringify(notes)}, "begin\\n");
        await pause(500);
        appendFileSync(${JSON.stringify(notes)}, "end\\n");
      });`,
  );
  const makers = [start([script]), start([script])];
  expect(await Promise.all(makers.map(exitCode))).toEqual([0, 0]);
  expect(await readFile(notes, "utf8")).toBe("begin\nend\n".repeat(4));
  const outputs = makers.map((each) => each.err());
  expect(outputs.join("")).toContain("Another start makes this folder ready; waiting for it.\n");
  for (const each of outputs) expect(each.split("\n").length).toBeLessThanOrEqual(2);
});

describe("two services that are started at once on an empty data directory", () => {
  const service = (port: number): Started =>
    start([MAIN], {
      DATA_DIR: join(folder, "data"),
      DEMO: "0",
      ROLE: "worker",
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "silent",
    });
  const isReady = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;

  it("share one port in turn: one waits for the other, then says where the installation answers", async () => {
    const port = await freePort();
    const both = [service(port), service(port)];
    const codes = await Promise.race(
      both.map(async (each, index) => ({ code: await exitCode(each), left: both[1 - index] })),
    );
    expect(codes.code).toBe(1);
    const gone = both.find((each) => each !== codes.left);
    expect(gone?.err().trim().split("\n")).toEqual([
      "Pricecheck: another start or stop of this installation is under way; waiting for it",
      `Pricecheck: it does not start: this installation runs here already: http://localhost:${port}`,
    ]);
    expect(await isReady(port)).toBe(true);
    expect(codes.left?.err()).toBe("");
    const late = service(port);
    expect(await exitCode(late)).toBe(1);
    expect(late.err().trim().split("\n")).toEqual([
      `Pricecheck: it does not start: this installation runs here already: http://localhost:${port}`,
    ]);
  });

  it("start in turn at two ports: one waits for the other, and both go on with one database", async () => {
    const ports = [await freePort(), await freePort()];
    const both = ports.map(service);
    for (const port of ports) await expect.poll(() => isReady(port), { timeout: 120_000 }).toBe(true);
    expect(both.map((each) => each.err()).filter((each) => each !== "")).toEqual([
      `Pricecheck: another start is at work in ${join(folder, "data")}; waiting for it\n`,
    ]);
    expect((await readdir(join(folder, "data"))).filter((name) => /^postgres/.test(name))).toEqual([
      "postgres",
    ]);
  });

  it("survive that one is killed in the middle: the other goes on from there", async () => {
    const port = await freePort();
    const first = service(port);
    // The folder itself is made before the lock is taken, what is in it after.
    const made = () => readdir(join(folder, "data")).catch(() => []);
    await expect.poll(async () => (await made()).length, { timeout: 60_000 }).toBeGreaterThan(0);
    first.child.kill("SIGSTOP");
    const second = service(port);
    await expect.poll(second.err, { timeout: 60_000 }).toContain("waiting for it");
    await end(first.child, "SIGKILL");
    await expect.poll(() => isReady(port), { timeout: 120_000 }).toBe(true);
    expect(second.child.exitCode).toBeNull();
  });
});
