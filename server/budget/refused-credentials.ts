import { createHash } from "node:crypto";

const MAX_REMEMBERED = 10_000;

/** Keeps whoever tries credentials from going on: counted by address, in the same windows as requests. */
export interface RefusedCredentials {
  /**
   * How long the credential is not looked at, in seconds; null where it is. One that held lately is always looked at,
   * so that a broken program shuts nobody out who shares its address.
   */
  waitSeconds(address: string, credential: string): number | null;
  /** Notes that a credential held. */
  held(credential: string): void;
  /** Counts one that did not. */
  refused(address: string, perMinute: number): Promise<void>;
}

/** @param take counts one request of a key, as the budgets of requests do */
export function refusedCredentials(
  take: (key: string, perMinute: number) => Promise<{ allowed: boolean; retryAfterSeconds: number }>,
  now: () => number,
): RefusedCredentials {
  const blockedUntil = new Map<string, number>();
  const good = new Set<string>();
  return {
    waitSeconds(address, credential) {
      const until = blockedUntil.get(address);
      if (until === undefined) return null;
      const leftMs = until - now();
      if (leftMs > 0) return good.has(digest(credential)) ? null : Math.ceil(leftMs / 1_000);
      blockedUntil.delete(address);
      return null;
    },
    held(credential) {
      const key = digest(credential);
      good.delete(key);
      good.add(key);
      purgeOldest(good);
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

function purgeOldest(kept: Map<string, unknown> | Set<string>): void {
  if (kept.size <= MAX_REMEMBERED) return;
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    return;
  }
}
