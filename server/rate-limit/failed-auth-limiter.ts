import { createHash } from "node:crypto";

const MAX_REMEMBERED = 10_000;

/** Blocks addresses that send too many invalid credentials, counted in the same windows as requests. */
export interface FailedAuthLimiter {
  /**
   * Returns for how many seconds the credential is not checked; null when it may be checked. A recently valid
   * credential is always checked, so that a faulty program does not lock out others at its address.
   */
  waitSeconds(address: string, credential: string): number | null;
  /** Records that a credential was valid. */
  accepted(credential: string): void;
  /** Counts an invalid credential of the address. */
  refused(address: string, perMinute: number): Promise<void>;
}

/** @param take counts one request of a key, as the rate limiter does */
export function failedAuthLimiter(
  take: (key: string, perMinute: number) => Promise<{ allowed: boolean; retryAfterSeconds: number }>,
  now: () => number,
): FailedAuthLimiter {
  const blockedUntil = new Map<string, number>();
  const valid = new Set<string>();
  return {
    waitSeconds(address, credential) {
      const until = blockedUntil.get(address);
      if (until === undefined) return null;
      const leftMs = until - now();
      if (leftMs > 0) return valid.has(digest(credential)) ? null : Math.ceil(leftMs / 1_000);
      blockedUntil.delete(address);
      return null;
    },
    accepted(credential) {
      const key = digest(credential);
      valid.delete(key);
      valid.add(key);
      purgeOldest(valid);
    },
    async refused(address, perMinute) {
      const { allowed, retryAfterSeconds } = await take(`refused:${address}`, perMinute);
      if (allowed) return;
      blockedUntil.set(address, now() + retryAfterSeconds * 1_000);
      purgeOldest(blockedUntil);
    },
  };
}

const digest = (credential: string): string => createHash("sha256").update(credential).digest("base64");

function purgeOldest(entries: Map<string, unknown> | Set<string>): void {
  if (entries.size <= MAX_REMEMBERED) return;
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
