import ipaddr from "ipaddr.js";

/**
 * Who may sign up: open to all, people with an invitation, or nobody (the operator's command line creates accounts).
 */
export const SIGN_UPS = ["open", "invited", "closed"] as const;
export type SignUp = (typeof SIGN_UPS)[number];

/** The environment variables that determine who reaches this installation and what it reaches. */
export interface ExposureVariables {
  readonly HOST?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly SIGN_UP?: SignUp | undefined;
  readonly ALLOW_PRIVATE_STORES?: boolean | undefined;
  readonly ALLOW_PRIVATE_PAGES?: boolean | undefined;
  readonly ALLOW_PRIVATE_WEBHOOKS?: boolean | undefined;
}

/** Who reaches this installation, who may sign up, and what it reaches on their behalf. */
export interface Exposure {
  /** The address the service listens on. */
  readonly host: string;
  /** Whether only this machine reaches it. */
  readonly loopbackOnly: boolean;
  readonly signUp: SignUp;
  readonly allowPrivateStores: boolean;
  readonly allowPrivatePages: boolean;
  readonly allowPrivateWebhooks: boolean;
}

/**
 * Whether a host is the loopback interface, also in the form of a URL's `hostname`. A name counts as loopback only
 * when the standard says so (RFC 6761).
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}

/**
 * Derives the exposure from the environment variables. With the embedded database the service listens on loopback
 * only, unless `HOST` is set. While only this machine reaches it, sign-up is open, and with the embedded database
 * private addresses are permitted. When others reach it, sign-up needs an invitation and private addresses are not
 * permitted.
 */
export function exposureOf(env: ExposureVariables): Exposure {
  const embedded = env.DATABASE_URL === undefined;
  const host = env.HOST ?? (embedded ? "127.0.0.1" : "0.0.0.0");
  const loopbackOnly =
    isLoopback(host) && (env.PUBLIC_URL === undefined || isLoopback(new URL(env.PUBLIC_URL).hostname));
  const inwards = embedded && loopbackOnly;
  return {
    host,
    loopbackOnly,
    signUp: env.SIGN_UP ?? (loopbackOnly ? "open" : "invited"),
    allowPrivateStores: env.ALLOW_PRIVATE_STORES ?? inwards,
    allowPrivatePages: env.ALLOW_PRIVATE_PAGES ?? inwards,
    allowPrivateWebhooks: env.ALLOW_PRIVATE_WEBHOOKS ?? inwards,
  };
}

/**
 * Returns why these settings together would let strangers reach the networks around this machine: one line that names
 * all three. Null when they do not.
 */
export function inwardAccessProblem(env: ExposureVariables): string | null {
  const { host, loopbackOnly, signUp, ...reach } = exposureOf(env);
  const inwards = [
    ...(reach.allowPrivateStores ? ["ALLOW_PRIVATE_STORES=1"] : []),
    ...(reach.allowPrivatePages ? ["ALLOW_PRIVATE_PAGES=1"] : []),
    ...(reach.allowPrivateWebhooks ? ["ALLOW_PRIVATE_WEBHOOKS=1"] : []),
  ];
  if (loopbackOnly || signUp !== "open" || inwards.length === 0) return null;
  const outside = isLoopback(host) ? `PUBLIC_URL=${env.PUBLIC_URL ?? ""}` : `HOST=${host}`;
  return `open sign-up, ${inwards.join(" and ")}, and ${outside} together let strangers reach into this machine's networks; change one of the three`;
}
