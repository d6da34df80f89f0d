import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "../../scripts/install.mjs";

const FOLDER = join(import.meta.dirname, "suites");
const MODULES = join(FOLDER, "node_modules");

const PROGRAMS = {
  newest: join(MODULES, "conformance-newest", "dist", "index.js"),
  stable: join(MODULES, "conformance-stable", "dist", "index.js"),
  inspector: join(MODULES, "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js"),
} as const;

export type Suite = keyof typeof PROGRAMS;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Installs the official suites and the Node version they need, unless they are installed. */
export const installSuites = (): Promise<void> => ensureInstalled(FOLDER, "the official MCP suites");

/**
 * Runs a program of the suites to its end.
 * @param options.onOutput called with the output so far, whenever there is more
 * @throws Error if it exceeds `withinMs`
 */
export function runSuite(
  suite: Suite,
  args: readonly string[],
  options: { readonly withinMs: number; readonly cwd: string; readonly onOutput?: (out: string) => void },
): Promise<Ended> {
  const { withinMs, cwd, onOutput } = options;
  const node = join(MODULES, "node", "bin", "node");
  const child: ChildProcess = spawn(node, [PROGRAMS[suite], ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk.toString();
    onOutput?.(out);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(
        new Error(`${suite} ${args.join(" ")} took longer than ${withinMs / 1000} s:\n${out.slice(-2000)}`),
      );
    }, withinMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, out, err });
    });
  });
}
