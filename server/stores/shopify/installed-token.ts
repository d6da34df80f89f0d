import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import { type InstalledApp, shopifyDeclaration } from "@/server/stores/shopify/declaration";
import { askForToken } from "@/server/stores/shopify/token-request";

/** A token is renewed so long before its end that no write meets one that has expired. */
const MARGIN_MS = 5 * MINUTE_MS;
/** What the stored credentials were last renewed to, by those that a caller still has. */
const RENEWED: Kept<InstalledApp> = { kind: "shopify", name: "renewed" };
/** The token that the shop refused last, of those in use. */
const REFUSED: Kept<string> = { kind: "shopify", name: "refused" };

/**
 * Returns the access token of an installed app. It ends after an hour and is renewed before that by one process, which
 * stores it with its new refresh token before anybody uses it.
 * @throws StoreError `sign_in_ended` where the shop refuses to renew it; with certainty `definite`
 */
export async function installedToken(connection: StoreConnection, given: InstalledApp): Promise<string> {
  const { cache, now } = connection;
  const key = connectionKey(connection);
  const known = cache.get(RENEWED, key) ?? given;
  const bad = cache.get(REFUSED, key);
  if (isGood(known, bad, now())) return known.accessToken;
  if (!connection.renewCredentials)
    throw new StoreError("unauthorized", "definite", "The app's token has ended. Install the app again.");
  const stored = await connection.renewCredentials(async (found) => {
    const parsed = shopifyDeclaration.granted.safeParse(found);
    if (!parsed.success)
      throw new StoreError("throttled", "definite", "The credentials were replaced meanwhile.", {
        retryAfterMs: 0,
      });
    return isGood(parsed.data, bad, now()) ? null : renew(connection, parsed.data);
  });
  const present = shopifyDeclaration.granted.parse(stored);
  cache.set(RENEWED, key, present);
  cache.delete(REFUSED, key);
  return present.accessToken;
}

const isGood = (app: InstalledApp, bad: string | undefined, nowMs: number): boolean =>
  app.accessToken !== bad && app.accessExpiresAt - MARGIN_MS > nowMs;

/**
 * Takes note that the shop refused a token, unless it was renewed since the request left. Returns whether another one
 * can be requested.
 * @param token the one that the request had
 */
export function refuseToken(connection: StoreConnection, given: InstalledApp, token: string): boolean {
  const { cache } = connection;
  const key = connectionKey(connection);
  if ((cache.get(RENEWED, key) ?? given).accessToken === token) cache.set(REFUSED, key, token);
  return connection.renewCredentials !== undefined;
}

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1),
});

type AppClient = Pick<InstalledApp, "clientId" | "clientSecret">;

/** Asks for a token that expires, with its refresh token. @throws StoreError `unauthorized` for a refusal */
export async function askForInstalledToken(
  connection: StoreConnection,
  { clientId, clientSecret }: AppClient,
  form: Readonly<Record<string, string>>,
): Promise<InstalledApp> {
  const requestedAt = connection.now();
  const asked = { client_id: clientId, client_secret: clientSecret, ...form };
  const answer = await askForToken(connection, asked, granted);
  return {
    clientId,
    clientSecret,
    accessToken: answer.access_token,
    accessExpiresAt: requestedAt + answer.expires_in * SECOND_MS,
    refreshToken: answer.refresh_token,
  };
}

/**
 * Exchanges the refresh token. The shop takes the old one again until the new one is used, so that an answer that was
 * lost, or not stored, costs nothing.
 */
async function renew(connection: StoreConnection, app: InstalledApp): Promise<InstalledApp> {
  try {
    return await askForInstalledToken(connection, app, {
      grant_type: "refresh_token",
      refresh_token: app.refreshToken,
    });
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    throw new StoreError("sign_in_ended", "definite", SIGN_IN_ENDED, { cause: error });
  }
}

const SIGN_IN_ENDED =
  "The shop's sign-in has ended: the app was uninstalled, its secret changed, or it was not used for 90 days. Replace the credentials under Settings → Integrations; until then prices wait.";
