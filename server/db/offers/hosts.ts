import type { Database } from "../database/database";

/** The lease of a host: one page check at a time, across workspaces and processes. */
export interface HostLease {
  readonly host: string;
  readonly fence: bigint;
}

/**
 * Leases the host, if it is not leased and the pause after its last check is over.
 * @param leaseMs time after which another process may take over the lease, in case this one was killed
 * @returns null when the host is not available
 */
export async function leaseHost(
  db: Database,
  host: string,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<HostLease | null> {
  const { rows } = await db.pool.query<{ fence: bigint }>(
    `INSERT INTO page_hosts AS h (host, next_at, lease_until, fence) VALUES ($1, $2, $3, 1)
     ON CONFLICT (host) DO UPDATE SET lease_until = $3, fence = h.fence + 1
       WHERE h.next_at <= $2 AND (h.lease_until IS NULL OR h.lease_until <= $2)
     RETURNING fence`,
    [host, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0] ? { host, fence: rows[0].fence } : null;
}

/** Releases the host; it is not available before `nextMs`. Does nothing after another process took over the lease. */
export async function releaseHost(db: Database, { host, fence }: HostLease, nextMs: number): Promise<void> {
  await db.pool.query(
    "UPDATE page_hosts SET lease_until = NULL, next_at = GREATEST(next_at, $3) WHERE host = $1 AND fence = $2",
    [host, fence, new Date(nextMs)],
  );
}

/** A site's response to the request for its robots.txt; `status` null: the site could not be reached. */
export interface CachedRobots {
  readonly readAt: Date;
  readonly status: number | null;
  readonly body: string | null;
}

/** Returns the cached robots.txt of an origin if it was read since `since`; otherwise null. */
export async function cachedRobots(db: Database, origin: string, since: Date): Promise<CachedRobots | null> {
  const { rows } = await db.pool.query<CachedRobots>(
    `SELECT read_at AS "readAt", status, body FROM page_robots WHERE origin = $1 AND read_at >= $2`,
    [origin, since],
  );
  return rows[0] ?? null;
}

/** Caches an origin's robots.txt. */
export async function cacheRobots(db: Database, origin: string, robots: CachedRobots): Promise<void> {
  await db.pool.query(
    `INSERT INTO page_robots (origin, read_at, status, body) VALUES ($1, $2, $3, $4)
     ON CONFLICT (origin) DO UPDATE SET read_at = EXCLUDED.read_at, status = EXCLUDED.status, body = EXCLUDED.body`,
    [origin, robots.readAt, robots.status, robots.body],
  );
}
