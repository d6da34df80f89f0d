import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildPrograms } from "../programs";

/** The server of competitors' pages, in a process of its own. */
export interface PageServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a server of the pages of a folder, at /0, /1 … @throws Error when it ends before it listens */
export async function startPageServer(folder: string): Promise<PageServer> {
  const [program] = await buildPrograms(["pages/serve"]);
  const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  const { port } = JSON.parse(String(line)) as { port: number };
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
