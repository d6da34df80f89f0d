import type { Change } from "@/server/domain/changes/change";
import { DomainError } from "@/server/domain/errors";
import type { RequestContext } from "../request-context";

/** One browser needs one stream for each workspace that is open in it. */
const MAX_PER_PERSON = 20;
const RETRY_AFTER_SECONDS = 30;

/** Follows the changes until it is called. */
export type Unsubscribe = () => void;

/** Starts to follow the workspace's changes; `removed` is called when the person may not be a member any more. */
export type Subscribe = (
  changed: (changes: readonly Change[]) => void,
  ended: () => void,
  removed: () => void,
) => Unsubscribe;

/**
 * Prepares to follow the workspace's changes as this person. Each stream is one connection, so half of the process's
 * connections remain for other requests.
 * @throws DomainError unavailable (503) if the database's notifications do not arrive or the process stops, and
 *   rate_limited (429) if the person or the process has too many streams
 */
export async function followChanges({ services, tenant, actor }: RequestContext): Promise<Subscribe> {
  const { db, log, settings } = services;
  const { changes } = db;
  const { workspaceId } = tenant;
  const userId = actor.userId ?? actor.id;
  if (!(await changes.isListening())) {
    log.warn({}, "the database's notifications do not arrive; pages poll for changes");
    throw new DomainError("unavailable", "Changes cannot be followed at the moment; poll for them.");
  }
  const { all, ofPerson } = changes.count(userId);
  if (ofPerson >= MAX_PER_PERSON || all >= settings.http.connections / 2)
    throw new DomainError("rate_limited", "Too many streams of changes are open; poll for them.", {
      retry_after: RETRY_AFTER_SECONDS,
    });
  return (changed, ended, removed) => changes.subscribe({ workspaceId, userId, changed, ended, removed });
}
