import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";

// One row for each key: the next window reuses it, so that the table grows with the number of callers, not with time.
const ADD = {
  name: "rate_window_add",
  text: `INSERT INTO rate_windows AS w (key, used, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (key) DO UPDATE SET
      used = CASE WHEN w.expires_at < EXCLUDED.expires_at THEN EXCLUDED.used ELSE w.used + EXCLUDED.used END,
      expires_at = GREATEST(w.expires_at, EXCLUDED.expires_at)
    RETURNING used`,
};
const READ = {
  name: "rate_window_read",
  text: "SELECT used FROM rate_windows WHERE key = $1 AND expires_at >= $2",
};

/** Adds to the key's counter of the window that ends at `ends`, and returns its new value. */
export async function addToRateWindow(
  db: Database,
  key: string,
  amount: number,
  ends: Date,
): Promise<number> {
  const [row] = await queryAsSystem<{ used: number }>(db, ADD, [key, amount, ends]);
  if (!row) throw new Error("a rate window was not counted");
  return row.used;
}

/** Returns the key's counter of the window that ends at `ends`; 0 when nothing was counted in it. */
export async function readRateWindow(db: Database, key: string, ends: Date): Promise<number> {
  const [row] = await queryAsSystem<{ used: number }>(db, READ, [key, ends]);
  return row?.used ?? 0;
}

/** Deletes the key's counter. */
export async function clearRateWindow(db: Database, key: string): Promise<void> {
  await db.prisma.rateWindow.deleteMany({ where: { key } });
}

/** Deletes the counters of callers without a request since `endedBefore`. */
export async function purgeRateWindows(db: Database, endedBefore: Date): Promise<void> {
  await db.prisma.rateWindow.deleteMany({ where: { expiresAt: { lt: endedBefore } } });
}
