import { randomBytes } from "node:crypto";
import type { Env } from "@/server/boot/env";
import { exposureOf } from "@/server/boot/exposure";
import type { InstallationSecrets } from "@/server/boot/installation-secrets";
import { openLog, type ProcessLog } from "@/server/boot/log";
import { openDatabase } from "@/server/db/database/database";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import { makeId } from "@/server/domain/ids";
import { type Metrics, openMetrics } from "@/server/metrics/metrics";
import { openStoreCache } from "@/server/stores";
import type { Services } from "@/server/usecases/services";
import type { IdentityProvider, Settings } from "@/server/usecases/settings";
import { SLICE_MS } from "@/server/usecases/slice";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";

export interface ServicesOptions {
  readonly env: Env;
  readonly secrets: InstallationSecrets;
  /** Connection string of the role that row-level security restricts. */
  readonly databaseUrl: string;
  readonly sandbox: Services["sandbox"];
}

const APPROVE_WAIT_MS = 3_000;
/** Proxies close connections that are silent for a minute, some for half a minute. */
const HEARTBEAT_MS = 20_000;

/** Returns the public address for people and documents, without a trailing slash. */
export const publicUrlOf = (env: Env): string =>
  (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, "");

/** Creates the services that every use case of this process receives, with their metrics. */
export function openServices(
  options: ServicesOptions,
): Services & { readonly meter: Metrics; readonly log: ProcessLog } {
  const { env, databaseUrl, sandbox } = options;
  const db = openDatabase(databaseUrl, { connections: env.DATABASE_CONNECTIONS });
  return {
    db,
    meter: openMetrics(db),
    log: openLog(env.LOG_LEVEL),
    settings: settingsOf(options),
    sandbox,
    storeCache: openStoreCache(Date.now),
    now: Date.now,
    newId: (kind) => makeId(kind, Date.now(), randomBytes(10)),
    checkpoint: () => undefined,
    writeBackSteps: WRITE_BACK_STEPS,
  };
}

const reachOf = (
  env: Env,
): Pick<
  Settings,
  "signUp" | "loopbackOnly" | "allowPrivateStores" | "allowPrivatePages" | "allowPrivateWebhooks"
> => {
  const { signUp, loopbackOnly, allowPrivateStores, allowPrivatePages, allowPrivateWebhooks } =
    exposureOf(env);
  return { signUp, loopbackOnly, allowPrivateStores, allowPrivatePages, allowPrivateWebhooks };
};

const storeAppsOf = ({
  SHOPIFY_CLIENT_ID: clientId,
  SHOPIFY_CLIENT_SECRET: clientSecret,
}: Env): Settings["storeApps"] =>
  clientId !== undefined && clientSecret !== undefined ? { shopify: { clientId, clientSecret } } : {};

const settingsOf = ({ env, secrets }: ServicesOptions): Settings => ({
  publicUrl: publicUrlOf(env),
  storeTimeoutMs: env.STORE_TIMEOUT_MS,
  quarantineMs: env.WRITE_BACK_QUARANTINE_MS,
  writeBackLeaseMs: env.WRITE_BACK_LEASE_MS,
  runLeaseMs: env.RUN_LEASE_MS,
  sliceMs: SLICE_MS,
  unknownOutcomeAlertMs: HOUR_MS,
  writeBackDeadlineMs: 7 * DAY_MS,
  approveWaitMs: APPROVE_WAIT_MS,
  resultsRetentionMs: env.RUN_RESULTS_DAYS * DAY_MS,
  recommendationsRetentionMs: env.RECOMMENDATIONS_DAYS * DAY_MS,
  pageChecksRetentionMs: env.PAGE_CHECKS_DAYS * DAY_MS,
  webhookEventsRetentionMs: env.WEBHOOK_EVENTS_DAYS * DAY_MS,
  ...reachOf(env),
  pageUserAgent: env.PAGE_USER_AGENT ?? `Pricecheck/1.0 (+${publicUrlOf(env)}/bot)`,
  storeApps: storeAppsOf(env),
  pageDelayMs: env.PAGE_DELAY_MS,
  heartbeatMs: HEARTBEAT_MS,
  perMinute: env.RATE_LIMIT_PER_MINUTE,
  browserPerMinute: env.BROWSER_RATE_LIMIT_PER_MINUTE,
  authSecret: secrets.authSecret,
  encryptionKey: secrets.encryptionKey,
  mailFrom: env.MAIL_FROM,
  smtpUrl: env.SMTP_URL ?? null,
  ownersSetPlans: env.PLAN_CHANGES === "owner",
  publicDemo: env.PUBLIC_DEMO,
  operatorEmail: env.OPERATOR_EMAIL ?? null,
  identityProvider: identityProviderOf(env),
  securityContact: env.SECURITY_CONTACT ?? (env.OPERATOR_EMAIL ? `mailto:${env.OPERATOR_EMAIL}` : null),
  http: {
    trustedProxies: env.TRUSTED_PROXIES,
    addressPerMinute: env.ADDRESS_RATE_LIMIT_PER_MINUTE,
    refusedPerMinute: env.REFUSED_CREDENTIALS_PER_MINUTE,
    connections: env.HTTP_CONNECTIONS,
    connectionsPerAddress: env.HTTP_CONNECTIONS_PER_ADDRESS,
    headersTimeoutMs: env.HTTP_HEADERS_TIMEOUT_MS,
    bodyTimeoutMs: env.HTTP_BODY_TIMEOUT_MS,
    requestTimeoutMs: env.HTTP_REQUEST_TIMEOUT_MS,
  },
});

const identityProviderOf = (env: Env): IdentityProvider | null =>
  env.IDP_ISSUER && env.IDP_CLIENT_ID
    ? {
        name: env.IDP_NAME ?? new URL(env.IDP_ISSUER).host,
        issuer: env.IDP_ISSUER,
        clientId: env.IDP_CLIENT_ID,
        clientSecret: env.IDP_CLIENT_SECRET ?? null,
        audience: env.IDP_AUDIENCE ?? env.IDP_CLIENT_ID,
        idTokenAlgorithm: env.IDP_ID_TOKEN_ALGORITHM,
      }
    : null;
