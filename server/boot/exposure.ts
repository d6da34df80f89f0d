import ipaddr from "ipaddr.js";

/** Who may make an account: anybody, people who were invited, or nobody but the operator's command line. */
export const SIGN_UPS = ["open", "invited", "closed"] as const;
export type SignUp = (typeof SIGN_UPS)[number];

/** The variables that decide who reaches this installation and what it reaches. */
export interface ExposureVariables {
  readonly HOST?: string | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly DATABASE_URL?: string | undefined;
  readonly SIGN_UP?: SignUp | undefined;
  readonly ALLOW_PRIVATE_STORES?: boolean | undefined;
  readonly ALLOW_PRIVATE_PAGES?: boolean | undefined;
}

/** Who reaches this installation, who may join it, and what it reaches for them. */
export interface Exposure {
  /** The address the service listens on. */
  readonly host: string;
  /** Whether this machine alone reaches it. */
  readonly loopbackOnly: boolean;
  readonly signUp: SignUp;
  readonly allowPrivateStores: boolean;
  readonly allowPrivatePages: boolean;
}

/** Whether a host is this machine alone. The name as a URL's `hostname` has it too; a name is taken for loopback only where the standard says so (RFC 6761). */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}

/**
 * What the variables say together. With the embedded database the service listens on this machine alone unless `HOST`
 * says otherwise. Where this machine alone reaches it, sign-up is open, and with the embedded database private
 * addresses are allowed; as soon as others reach it, people come in by invitation and private addresses are off.
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
  };
}

/**
 * Why these settings together would let strangers reach into the networks around this machine: one line that names all
 * three. Null where they do not.
 */
export function strangersReachInwards(env: ExposureVariables): string | null {
  const { host, loopbackOnly, signUp, allowPrivateStores, allowPrivatePages } = exposureOf(env);
  const inwards = [
    ...(allowPrivateStores ? ["ALLOW_PRIVATE_STORES=1"] : []),
    ...(allowPrivatePages ? ["ALLOW_PRIVATE_PAGES=1"] : []),
  ];
  if (loopbackOnly || signUp !== "open" || inwards.length === 0) return null;
  const outside = isLoopback(host) ? `PUBLIC_URL=${env.PUBLIC_URL ?? ""}` : `HOST=${host}`;
  return `open sign-up, ${inwards.join(" and ")}, and ${outside} together let strangers reach into this machine's networks; change one of the three`;
}
