import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** A server under measurement, in a separate process. */
export interface Measured {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The figures of one server under load; percentiles in milliseconds. */
export interface Figures {
  readonly requests: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly p50: number;
  readonly p99: number;
}

const READY_WITHIN_MS = 60_000;
const CONNECTIONS = 10;

/** Whether processes can be pinned to a core, so that servers and load generator do not share one. */
export const canPin = ((): boolean => {
  try {
    execFileSync("taskset", ["-c", "0", "true"], { stdio: "ignore" });
    execFileSync("taskset", ["-c", "1", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const onCore = (core: number, command: readonly string[]): [string, string[]] => {
  const [program = "", ...args] = canPin ? ["taskset", "-c", String(core), ...command] : command;
  return [program, args];
};

/** Starts a server on the first core and waits until it answers the page. */
export async function startMeasured(
  name: string,
  args: readonly string[],
  { url, env, token }: { url: string; env: NodeJS.ProcessEnv; token: string },
): Promise<Measured> {
  const [program, rest] = onCore(0, [process.execPath, ...args]);
  const child = spawn(program, rest, { env, stdio: ["ignore", "ignore", "inherit"] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} did not start`);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => null);
    if (response?.ok) return { name, url, pid, stop };
    await pause(200);
  }
  await stop();
  throw new Error(`${name} did not answer the page`);
}

/** CPU seconds of a process with all its threads, user and system, as Linux counts them. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** Sends requests as fast as they are answered for the given number of seconds, from the second core. */
export async function measure(
  root: string,
  { url, pid, name }: Measured,
  token: string,
  seconds: number,
): Promise<Figures> {
  const cannon = join(root, "node_modules", "autocannon", "autocannon.js");
  const options = [
    "-j",
    "-c",
    String(CONNECTIONS),
    "-d",
    String(seconds),
    "-H",
    `authorization=Bearer ${token}`,
  ];
  const [program, args] = onCore(1, [process.execPath, cannon, ...options, url]);
  const before = cpuSeconds(pid);
  const load = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  const output = await text(load.stdout);
  const cpu = cpuSeconds(pid) - before;
  const report = JSON.parse(output) as {
    "2xx": number;
    non2xx: number;
    errors: number;
    duration: number;
    latency: { p50: number; p99: number };
  };
  if (report.non2xx + report.errors > 0 || report["2xx"] === 0)
    throw new Error(`${name}: ${report.non2xx + report.errors} requests were not answered`);
  return {
    requests: report["2xx"],
    seconds: report.duration,
    cpuSeconds: cpu,
    p50: report.latency.p50,
    p99: report.latency.p99,
  };
}
