import { appRoleUrl } from "@/server/db/database/migrate";
import { EnvError, readEnv } from "../env";
import type { ForPages } from "../for-pages";
import { installationSecrets } from "../installation-secrets";
import { openRuntime } from "../runtime";
import { openServices } from "../services";

/**
 * Opens the service from the environment where Next runs without our own server in front of it, on an external database
 * that another process has migrated. The pages load this module, built as `dist/alone.js`.
 * @throws EnvError without DATABASE_URL
 */
export async function openAloneService(): Promise<ForPages> {
  const env = readEnv();
  if (!env.DATABASE_URL)
    throw new EnvError("DATABASE_URL: is required where the pages run without the service");
  const secrets = await installationSecrets(env);
  const databaseUrl = appRoleUrl(env.DATABASE_URL, secrets.appDbPassword);
  const services = openServices({ env, secrets, databaseUrl, sandbox: null });
  return openRuntime(services, { env, embedded: false, root: process.cwd(), alone: true }).forPages;
}
