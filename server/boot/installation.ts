import { join } from "node:path";
import type { Env } from "@/server/boot/env";
import { type InstallationSecrets, installationSecrets } from "@/server/boot/installation-secrets";
import { oneAtATime } from "@/server/boot/one-start";
import { applyMigrations, prepareAppRole } from "@/server/db/database/migrate";
import { startEmbedded } from "@/server/db/embedded/start";
import { prepareQueue } from "@/server/db/queue/queue";

/** A database that is ready for this build, with the secrets that belong to it. */
export interface Installation {
  /** Connection string of the role that row-level security restricts. */
  readonly databaseUrl: string;
  readonly secrets: InstallationSecrets;
  /** Whether this is the embedded database in the data directory. */
  readonly embedded: boolean;
  /** Restarts the embedded database when it ends, and reports when that fails. Does nothing for an external one. */
  watch(handlers: { again(): void; lost(reason: Error): void }): void;
  /** Restarts it no more: whoever told this process to stop may have told the database too. */
  unwatch(): void;
  /** Ends this process's use of the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database of the environment, or the embedded one of the data directory, and brings schema, service role
 * and queue to the state this build needs. Any number of processes may call it at once; those that share a data
 * directory run one after the other.
 * @param root the project's folder, which contains the migrations
 * @throws Error with one line that names the problem
 */
export const openInstallation = (env: Env, root: string): Promise<Installation> =>
  env.DATABASE_URL ? open(env, root) : oneAtATime(env.DATA_DIR, () => open(env, root));

async function open(env: Env, root: string): Promise<Installation> {
  const secrets = await installationSecrets(env);
  const embedded = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR);
  const watch: Installation["watch"] = (handlers) => embedded?.watch(handlers);
  const unwatch = (): void => embedded?.unwatch();
  const stop = async (): Promise<void> => embedded?.stop();
  try {
    const ownerUrl = env.DATABASE_URL ?? embedded?.ownerUrl ?? "";
    const allowNewer = env.ALLOW_NEWER_DATABASE;
    await applyMigrations(ownerUrl, join(root, "prisma", "migrations"), { allowNewer });
    const databaseUrl = await prepareAppRole(ownerUrl, secrets.appDbPassword);
    await prepareQueue(ownerUrl);
    return { databaseUrl, secrets, embedded: embedded !== null, watch, unwatch, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
