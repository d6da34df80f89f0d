import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isAlive } from "./postmaster";
import { type Runner, runProgram } from "./programs";

/** The role that owns the cluster and its databases. */
export const OWNER = "pricecheck_owner";

/** Where everything of one embedded server lies. */
export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly password: string;
}

const STAGING = /^postgres\.(\d+)\.new$/;

/**
 * Opens the cluster in a data directory and makes it first where there is none. A new cluster is made beside its place and
 * moved there in one step together with its password, so that one that was interrupted is never taken for a whole one
 * and of two processes that start at once exactly one gives the cluster its password.
 * @param sync false leaves out waiting for the disk while the cluster is made, for tests
 * @throws Error with initdb's last line
 */
export async function openCluster(dataDir: string, runner: Runner, sync: boolean): Promise<Cluster> {
  const folder = join(dataDir, "postgres");
  if (!existsSync(folder)) await makeCluster(dataDir, folder, runner, sync);
  const password = readFileSync(join(folder, "password"), "utf8").trim();
  return { folder, data: join(folder, "data"), password };
}

/** Makes the files belong to the user that the server is about to run as. Only while no server runs on them. */
export function ownCluster(cluster: Cluster, runner: Runner): void {
  if (runner.owner !== null && lstatSync(cluster.folder).uid !== runner.owner) {
    giveAway(cluster.folder, runner.owner);
  }
}

async function makeCluster(dataDir: string, folder: string, runner: Runner, sync: boolean): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  sweepInterrupted(dataDir);
  const staging = join(dataDir, `postgres.${process.pid}.new`);
  const data = join(staging, "data");
  const passwordFile = join(staging, "password");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (runner.owner !== null) giveAway(staging, runner.owner);
  await runProgram(runner, "initdb", [
    `--pgdata=${data}`,
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--set=timezone=UTC",
    "--set=log_timezone=UTC",
    ...(sync ? [] : ["--no-sync"]),
  ]);
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(join(folder, "password"))) throw error;
  }
}

function sweepInterrupted(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = STAGING.exec(name)?.[1];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

function giveAway(path: string, owner: number): void {
  chownSync(path, owner, owner);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name), owner);
}
