import { z } from "zod";
import { inwardAccessProblem, isLoopback, SIGN_UPS } from "@/server/boot/exposure";
import { DAY_MS } from "@/server/domain/durations";

/** Longer than the checks of a balancer are apart. `stop_grace_period` in compose.yaml leaves time for it. */
export const LONGEST_DRAIN_MS = 60_000;

/** A whole number written in decimal digits only: `1e3` and `0x10` are rejected. */
const wholeFrom = (minimum: number, maximum: number, tooSmall?: string) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, "has to be a whole number in decimal digits")
    .transform(Number)
    .pipe(z.number().min(minimum, tooSmall).max(maximum));
const flag = z.enum(["0", "1", "true", "false"]).transform((text) => text === "1" || text === "true");
const port = wholeFrom(0, 65_535);
const milliseconds = wholeFrom(0, DAY_MS);
const timeout = wholeFrom(100, DAY_MS);
const perMinute = wholeFrom(1, 1_000_000_000);
const connections = wholeFrom(1, 1_000_000);
const lease = wholeFrom(1_000, DAY_MS, "has to be at least 1000 milliseconds");
const ADDRESS = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
/** Addresses and CIDR ranges, separated by commas. */
const proxies = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ""),
  )
  .refine(
    (entries) => entries.every((entry) => ADDRESS.safeParse(entry).success),
    "has to be addresses or CIDR ranges, separated by commas",
  );
const secret = z.string().min(32, "needs at least 32 characters");
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === "" ? undefined : v), schema.optional());

/** Asymmetric algorithms only: with a symmetric one, the secret that verifies a token could also forge one. */
const ID_TOKEN_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/**
 * The longest time between committing a send and the last moment its request can still take effect, in store
 * timeouts: one before the request leaves, one for the request, and two for reading back and for network delays.
 */
const QUARANTINE_IN_TIMEOUTS = 4;

const schema = z
  .object({
    NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
    PORT: port.default(3000),
    HOST: optional(z.string().max(255)),
    METRICS_PORT: optional(port),
    METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    METRICS_TOKEN: optional(z.string().min(16, "needs at least 16 characters")),
    PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
    SIGN_UP: optional(z.enum(SIGN_UPS)),
    ROLE: z.enum(["all", "web", "worker"]).default("all"),
    DATA_DIR: z.string().min(1).default(".data"),
    DEMO: flag.default(true),
    PUBLIC_DEMO: flag.default(false),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
    /** The password of DATABASE_URL as it is, without the encoding that an address needs. */
    DATABASE_PASSWORD: optional(z.string()),
    ALLOW_NEWER_DATABASE: flag.default(false),
    DATABASE_CONNECTIONS: wholeFrom(2, 200).default(10),
    APP_DB_PASSWORD: optional(z.string().min(16, "needs at least 16 characters")),
    AUTH_SECRET: optional(secret),
    ENCRYPTION_KEY: optional(secret),
    REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
    UPSTASH_REDIS_REST_URL: optional(z.url({ protocol: /^https?$/ })),
    UPSTASH_REDIS_REST_TOKEN: optional(z.string().min(1)),
    RATE_LIMIT_PER_MINUTE: perMinute.default(60),
    BROWSER_RATE_LIMIT_PER_MINUTE: perMinute.default(600),
    ADDRESS_RATE_LIMIT_PER_MINUTE: perMinute.default(3_000),
    REFUSED_CREDENTIALS_PER_MINUTE: perMinute.default(60),
    TRUSTED_PROXIES: proxies.default([]),
    HTTP_CONNECTIONS: connections.default(2_000),
    HTTP_CONNECTIONS_PER_ADDRESS: connections.default(256),
    HTTP_HEADERS_TIMEOUT_MS: timeout.default(10_000),
    HTTP_BODY_TIMEOUT_MS: timeout.default(30_000),
    HTTP_REQUEST_TIMEOUT_MS: timeout.default(300_000),
    /** From SIGTERM until the process accepts no more connections, so that a balancer sees `/readyz` before. */
    DRAIN_MS: wholeFrom(0, LONGEST_DRAIN_MS).default(3_000),
    SECURITY_CONTACT: optional(
      z.url({ protocol: /^(https|mailto)$/, error: "has to begin with https: or mailto:" }),
    ),
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
    IDP_ISSUER: optional(z.url({ protocol: /^https?$/ })),
    IDP_CLIENT_ID: optional(z.string().min(1)),
    IDP_CLIENT_SECRET: optional(z.string().min(1)),
    IDP_NAME: optional(z.string().max(60)),
    IDP_AUDIENCE: optional(z.string().min(1)),
    IDP_ID_TOKEN_ALGORITHM: z.enum(ID_TOKEN_ALGORITHMS).default("RS256"),
    PLAN_CHANGES: z.enum(["operator", "owner"]).default("operator"),
    OPERATOR_EMAIL: optional(z.email()),
    MAIL_FROM: z.string().default("Pricecheck <no-reply@localhost>"),
    ALLOW_PRIVATE_STORES: optional(flag),
    ALLOW_PRIVATE_PAGES: optional(flag),
    ALLOW_PRIVATE_WEBHOOKS: optional(flag),
    SHOPIFY_CLIENT_ID: optional(z.string().min(1)),
    SHOPIFY_CLIENT_SECRET: optional(z.string().min(1)),
    PAGE_USER_AGENT: optional(
      z
        .string()
        .max(200)
        .regex(/^[\x20-\x7e]+$/, "holds characters that no header may"),
    ),
    PAGE_DELAY_MS: milliseconds.default(3_000),
    SANDBOX_PORT: port.default(0),
    STORE_TIMEOUT_MS: milliseconds.default(10_000),
    WRITE_BACK_QUARANTINE_MS: milliseconds.default(60_000),
    WRITE_BACK_LEASE_MS: lease.default(30_000),
    RUN_LEASE_MS: lease.default(30_000),
    RUN_RESULTS_DAYS: wholeFrom(1, 36_500).default(90),
    RECOMMENDATIONS_DAYS: wholeFrom(30, 36_500).default(180),
    PAGE_CHECKS_DAYS: wholeFrom(30, 36_500).default(400),
    WEBHOOK_EVENTS_DAYS: wholeFrom(7, 36_500).default(30),
    SWEEP_INTERVAL_MS: milliseconds.default(2_000),
    /** The directory npm was called in: relative file names on the command line start there. */
    INIT_CWD: optional(z.string()),
    WORKER_CONCURRENCY: wholeFrom(1, 64).default(4),
  })
  .superRefine((env, context) => {
    if (env.DATABASE_URL)
      for (const name of ["APP_DB_PASSWORD", "AUTH_SECRET", "ENCRYPTION_KEY"] as const)
        if (!env[name])
          context.addIssue({ code: "custom", path: [name], message: "is required with DATABASE_URL" });
    if (Boolean(env.IDP_ISSUER) !== Boolean(env.IDP_CLIENT_ID))
      context.addIssue({
        code: "custom",
        path: [env.IDP_ISSUER ? "IDP_CLIENT_ID" : "IDP_ISSUER"],
        message: "is required: issuer and client belong together",
      });
    if (Boolean(env.SHOPIFY_CLIENT_ID) !== Boolean(env.SHOPIFY_CLIENT_SECRET))
      context.addIssue({
        code: "custom",
        path: [env.SHOPIFY_CLIENT_ID ? "SHOPIFY_CLIENT_SECRET" : "SHOPIFY_CLIENT_ID"],
        message: "is required: the app's ID and secret belong together",
      });
    if (env.UPSTASH_REDIS_REST_URL && !env.UPSTASH_REDIS_REST_TOKEN)
      context.addIssue({
        code: "custom",
        path: ["UPSTASH_REDIS_REST_TOKEN"],
        message: "is required with UPSTASH_REDIS_REST_URL",
      });
    if (env.METRICS_PORT !== undefined && !env.METRICS_TOKEN && !isLoopback(env.METRICS_HOST))
      context.addIssue({
        code: "custom",
        path: ["METRICS_TOKEN"],
        message: "is required where METRICS_HOST is not this machine alone",
      });
    const reach = inwardAccessProblem(env);
    if (reach !== null) context.addIssue({ code: "custom", path: ["SIGN_UP"], message: reach });
    const shortest = QUARANTINE_IN_TIMEOUTS * env.STORE_TIMEOUT_MS;
    if (env.WRITE_BACK_QUARANTINE_MS < shortest)
      context.addIssue({
        code: "custom",
        path: ["WRITE_BACK_QUARANTINE_MS"],
        message: `has to be at least ${shortest} milliseconds, four times STORE_TIMEOUT_MS`,
      });
  });

export type Env = z.infer<typeof schema>;

/** An environment variable is invalid; `message` is one line that names it. */
export class EnvError extends Error {}

/**
 * Reads and validates the environment. No other module reads it.
 * @throws EnvError with one line for the first invalid variable
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = schema.safeParse(source);
  if (parsed.success) return withPassword(parsed.data);
  const issue = parsed.error.issues[0];
  throw new EnvError(`${issue?.path.join(".") ?? "environment"}: ${issue?.message ?? "is not valid"}`);
}

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

/** Puts the password of its own setting into the address of the database. */
function withPassword(env: Env): Env {
  const { DATABASE_URL: address, DATABASE_PASSWORD: password } = env;
  if (address === undefined || password === undefined) return env;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return { ...env, DATABASE_URL: url.href };
}

/**
 * Sets the environment variables of libraries that take no other configuration: the public address for sign-in, and
 * no telemetry from Next.
 */
export function setLibraryEnv(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl;
  process.env.NEXT_TELEMETRY_DISABLED = "1";
}
