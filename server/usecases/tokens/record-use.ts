import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { touchGrant } from "@/server/db/grants/grants";
import { touchToken } from "@/server/db/tokens/tokens";
import type { Services } from "../services";

const RECORD_INTERVAL_MS = 60_000;

/** Ids being recorded now: of concurrent requests, one records the use for all. */
const recording = new Set<string>();

/** The credential of a request, and when its use was recorded last. */
export interface TokenUse {
  readonly credential: "token" | "grant" | "session";
  readonly id: string;
  readonly workspaceId: string | null;
  readonly lastUsedAt: number | null;
}

/**
 * Records that a token or a grant was used, at most once a minute. Call it after the answer; it never throws, because
 * a failure to record must not fail the request.
 */
export async function recordTokenUse(services: Services, use: TokenUse): Promise<void> {
  const now = services.now();
  if (use.credential === "session" || use.workspaceId === null) return;
  if (use.lastUsedAt !== null && now - use.lastUsedAt < RECORD_INTERVAL_MS) return;
  if (recording.has(use.id)) return;
  recording.add(use.id);
  try {
    const touch = use.credential === "token" ? touchToken : touchGrant;
    await inTenant(services.db, tenantOf(use.workspaceId), (tx) =>
      touch(tx, use.id, new Date(now), new Date(now - RECORD_INTERVAL_MS)),
    );
  } catch (error) {
    services.log.warn({ [use.credential]: use.id, error }, "a use was not noted");
  } finally {
    recording.delete(use.id);
  }
}
