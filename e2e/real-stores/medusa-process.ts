import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export const MEDUSA_FOLDER = join(import.meta.dirname, "medusa");
const PROGRAM = join(MEDUSA_FOLDER, "node_modules", "@medusajs", "cli", "cli.js");
const START_MS = 240_000;

/** A running server; it has a group of processes of its own. */
export interface MedusaProcess {
  readonly url: string;
  /** Ends the server; by default it may finish what it does. */
  readonly end: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
}

const environment = (databaseUrl: string) => ({
  ...process.env,
  DATABASE_URL: databaseUrl,
  MEDUSA_DISABLE_TELEMETRY: "true",
  NODE_ENV: "production" as const,
});

/** Runs a command of Medusa's; rejects with the end of its output. */
export async function runMedusa(databaseUrl: string, args: readonly string[]): Promise<void> {
  const child = launch(databaseUrl, args);
  const printed = outputOf(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code !== 0) throw new Error(`medusa ${args.join(" ")} ended with ${code}:\n${printed()}`);
}

/** Starts the server over a database; resolves when it answers. */
export async function startMedusaProcess(databaseUrl: string, port: number): Promise<MedusaProcess> {
  const url = `http://127.0.0.1:${port}`;
  const child = launch(databaseUrl, ["start", "-p", String(port), "-H", "127.0.0.1"]);
  const printed = outputOf(child);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end: MedusaProcess["end"] = async (signal = "SIGTERM") => {
    kill(child, signal);
    const timer = setTimeout(() => kill(child, "SIGKILL"), 10_000);
    await gone;
    clearTimeout(timer);
  };
  for (const until = performance.now() + START_MS; ; ) {
    if (await answers(url)) return { url, end };
    if (child.exitCode !== null || performance.now() > until) {
      await end("SIGKILL");
      throw new Error(`The Medusa server did not start:\n${printed()}`);
    }
    await pause(200);
  }
}

const launch = (databaseUrl: string, args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [PROGRAM, ...args], {
    cwd: MEDUSA_FOLDER,
    env: environment(databaseUrl),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });

function outputOf(child: ChildProcess): () => string {
  let printed = "";
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-4000);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => printed;
}

function kill(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { headers: { connection: "close" } }).then(
    ({ ok }) => ok,
    () => false,
  );
