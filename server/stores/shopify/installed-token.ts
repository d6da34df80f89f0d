import { z } from "zod";
import { MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import { Recent } from "@/server/stores/recent";
import { type InstalledApp, shopifyDeclaration } from "@/server/stores/shopify/declaration";
import { askForToken } from "@/server/stores/shopify/token-request";

/** A token is renewed so long before its end that no write meets one that has expired. */
const MARGIN_MS = 5 * MINUTE_MS;
const MAX_TOKENS = 1000;
/** What the stored credentials were last renewed to, by those that a caller still has. */
const renewed = new Recent<InstalledApp>(MAX_TOKENS);
/** The token that the shop refused last, of those in use. */
const refused = new Recent<string>(MAX_TOKENS);

/**
 * Returns the access token of an installed app. It ends after an hour and is renewed before that by one process, which
 * stores it with its new refresh token before anybody uses it.
 * @param key identifies sign-in and shop in memory
 * @throws StoreError `sign_in_ended` where the shop refuses to renew it; with certainty `definite`
 */
export async function installedToken(
  connection: StoreConnection,
  given: InstalledApp,
  key: string,
): Promise<string> {
  const known = renewed.get(key) ?? given;
  const bad = refused.get(key);
  if (isGood(known, bad)) return known.accessToken;
  if (!connection.renewCredentials)
    throw new StoreError("unauthorized", "definite", "The app's token has ended. Install the app again.");
  const stored = await connection.renewCredentials(async (present) => {
    const parsed = shopifyDeclaration.granted.safeParse(present);
    if (!parsed.success)
      throw new StoreError("throttled", "definite", "The credentials were replaced meanwhile.", {
        retryAfterMs: 0,
      });
    return isGood(parsed.data, bad) ? null : renew(connection, parsed.data);
  });
  const now = shopifyDeclaration.granted.parse(stored);
  renewed.set(key, now);
  refused.delete(key);
  return now.accessToken;
}

const isGood = (app: InstalledApp, bad: string | undefined): boolean =>
  app.accessToken !== bad && app.accessExpiresAt - MARGIN_MS > Date.now();

interface Refused {
  readonly given: InstalledApp;
  readonly key: string;
  /** The token that the request had. */
  readonly token: string;
}

/**
 * Takes note that the shop refused a token, unless it was renewed since the request left. Returns whether another one
 * can be requested.
 */
export function refuseToken(connection: StoreConnection, { given, key, token }: Refused): boolean {
  if ((renewed.get(key) ?? given).accessToken === token) refused.set(key, token);
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
  const requestedAt = Date.now();
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
