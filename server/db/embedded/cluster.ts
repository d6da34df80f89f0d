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

/** Paths and connection data of one embedded server. */
export interface Cluster {
  readonly folder: string;
  readonly data: string;
  readonly password: string;
}

const STAGING = /^postgres\.(\d+)\.new$/;

/**
 * Opens the cluster of a data directory, and creates it if there is none. A new cluster is created in a temporary
 * directory and renamed together with its password in one step. So an interrupted one is never used, and of two
 * processes that start at the same time exactly one creates the cluster and its password.
 * @param sync false skips waiting for the disk while the cluster is created, for tests
 * @throws Error with initdb's last line
 */
export async function openCluster(dataDir: string, runner: Runner, sync: boolean): Promise<Cluster> {
  const folder = join(dataDir, "postgres");
  if (!existsSync(folder)) await makeCluster(dataDir, folder, runner, sync);
  const password = readFileSync(join(folder, "password"), "utf8").trim();
  return { folder, data: join(folder, "data"), password };
}

/** Changes the owner of the files to the user that the server runs as. Call it only while no server runs on them. */
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
