import type { Database } from "../database/database";

/** The one visit that a host has at a time, of whichever workspace and process. */
export interface HostTurn {
  readonly host: string;
  readonly fence: bigint;
}

/**
 * Takes the host's one visit, if nobody has it and the pause after the last one is over.
 * @param leaseMs after which another process may take it from one that was killed
 * @returns null when it is not free
 */
export async function takeHost(
  db: Database,
  host: string,
  { nowMs, leaseMs }: { nowMs: number; leaseMs: number },
): Promise<HostTurn | null> {
  const { rows } = await db.pool.query<{ fence: bigint }>(
    `INSERT INTO page_hosts AS h (host, next_at, lease_until, fence) VALUES ($1, $2, $3, 1)
     ON CONFLICT (host) DO UPDATE SET lease_until = $3, fence = h.fence + 1
       WHERE h.next_at <= $2 AND (h.lease_until IS NULL OR h.lease_until <= $2)
     RETURNING fence`,
    [host, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return rows[0] ? { host, fence: rows[0].fence } : null;
}

/** Ends a visit: nobody visits the host before that time. A visit that was taken over changes nothing. */
export async function leaveHost(db: Database, { host, fence }: HostTurn, nextMs: number): Promise<void> {
  await db.pool.query(
    "UPDATE page_hosts SET lease_until = NULL, next_at = GREATEST(next_at, $3) WHERE host = $1 AND fence = $2",
    [host, fence, new Date(nextMs)],
  );
}

/** What a site answered when it was asked what may be visited. `status` null: it could not be reached. */
export interface CachedRobots {
  readonly readAt: Date;
  readonly status: number | null;
  readonly body: string | null;
}

/** What is kept of an origin's rules, read since then; null where nothing is. */
export async function cachedRobots(db: Database, origin: string, since: Date): Promise<CachedRobots | null> {
  const { rows } = await db.pool.query<CachedRobots>(
    `SELECT read_at AS "readAt", status, body FROM page_robots WHERE origin = $1 AND read_at >= $2`,
    [origin, since],
  );
  return rows[0] ?? null;
}

/** Keeps what an origin answered. */
export async function cacheRobots(db: Database, origin: string, robots: CachedRobots): Promise<void> {
  await db.pool.query(
    `INSERT INTO page_robots (origin, read_at, status, body) VALUES ($1, $2, $3, $4)
     ON CONFLICT (origin) DO UPDATE SET read_at = EXCLUDED.read_at, status = EXCLUDED.status, body = EXCLUDED.body`,
    [origin, robots.readAt, robots.status, robots.body],
  );
}
