import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import type { WorkerLife } from "@/e2e/deaths";

const ROOT = join(import.meta.dirname, "..", "..");

/** Worker processes that are restarted whenever they die. */
export interface Fleet {
  readonly kills: () => number;
  /** Ends all workers; resolves when they have exited. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts `size` workers; every start has its own seed.
 * @param folder the folder of the worker's source, `worker.ts`
 * @throws Error if the worker cannot be built
 */
export async function startFleet(
  size: number,
  folder: string,
  orders: Omit<WorkerLife, "isFirst">,
): Promise<Fleet> {
  const program = await buildWorker(folder);
  const alive = new Set<ChildProcess>();
  const complaints: string[] = [];
  let kills = 0;
  let lives = 0;
  let stopping = false;
  const launch = (): void => {
    lives += 1;
    const life: WorkerLife = { seed: orders.seed * 1_000 + lives, isFirst: lives <= size };
    const child = spawn(process.execPath, [program, JSON.stringify({ ...orders, ...life })], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
    });
    alive.add(child);
    child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk.toString()));
    child.once("exit", (_code, signal) => {
      alive.delete(child);
      if (signal === "SIGKILL" && !stopping) kills += 1;
      if (!stopping) launch();
    });
  };
  for (let n = 0; n < size; n += 1) launch();
  return {
    kills: () => kills,
    stop: async () => {
      stopping = true;
      await Promise.all([...alive].map(ended));
      await rm(program);
      if (complaints.length > 0) process.stderr.write(complaints.join("").slice(-2_000));
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(timer);
}

/**
 * Bundles the worker once, because a worker that is killed every second has to start quickly. Each call has a file of
 * its own, so that no worker of another fleet starts from one that is half written.
 * @param source the folder of `worker.ts`
 * @returns the program's path
 */
export async function buildWorker(source: string): Promise<string> {
  const folder = join(ROOT, "node_modules", ".cache", basename(source));
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `worker-${randomUUID()}.mjs`);
  await build({
    entryPoints: [join(source, "worker.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    tsconfig: join(ROOT, "tsconfig.json"),
    logLevel: "error",
  });
  return outfile;
}
