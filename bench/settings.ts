/** The source of a bench's passwords and keys. */
export const SECRET = "a secret of the bench, longer than thirty-two characters";

const UNLIMITED = "1000000000";

/**
 * Returns what a service of a bench needs, by the names of the environment: its database, the keys, no limit of
 * requests.
 */
export const serviceSettings = (ownerUrl: string) => ({
  DATABASE_URL: ownerUrl,
  APP_DB_PASSWORD: SECRET,
  AUTH_SECRET: SECRET,
  ENCRYPTION_KEY: SECRET,
  RATE_LIMIT_PER_MINUTE: UNLIMITED,
  BROWSER_RATE_LIMIT_PER_MINUTE: UNLIMITED,
});
