import type { AuditEntry } from "@/server/db/audit/chain";
import { type AuditObject, auditObjects } from "@/server/db/audit/objects";
import { type AuditFilter, auditPage } from "@/server/db/audit/reading";
import { type RequestContext, readTransaction } from "../request-context";

/** An event with the names that its author and its object have now: the log itself stores ids only. */
export interface NamedEvent {
  readonly id: string;
  readonly entry: AuditEntry;
  /**
   * A member's name, or their address without one, or a token's name; of an application also for whom it acts. The id where
   * no name exists any more.
   */
  readonly actorName: string;
  /** What a rename does not change: a member's address, the visible part of a token. Null where there is none. */
  readonly actorDetail: string | null;
  /** Null for the workspace as a whole, and for what is deleted. */
  readonly object: AuditObject | null;
}

/** Lists the newest events that match, a page bounded in number and size, with the current names of authors and objects. */
export function listAudit(
  context: RequestContext,
  filter: AuditFilter,
  page: { readonly before: string | null; readonly limit: number },
): Promise<{ events: NamedEvent[]; more: boolean }> {
  return readTransaction(context, async (tx) => {
    const { entries, more } = await auditPage(tx, filter, page);
    const objects = await auditObjects(
      tx,
      entries.flatMap((entry) => [entry.subject, authorOf(entry), ...idsIn(entry.actor_label)]),
    );
    const events = entries.map((entry) => ({
      id: entry.id,
      entry,
      ...authorIn(entry, objects),
      object: objects.get(entry.subject) ?? null,
    }));
    return { events, more };
  });
}

/** Returns who did it, by their name of now. One application acts for many people, so its own name does not tell. */
function authorIn(
  { actor, actor_label: label }: AuditEntry,
  objects: ReadonlyMap<string, AuditObject>,
): Pick<NamedEvent, "actorName" | "actorDetail"> {
  const author = actor.startsWith("grant:") ? undefined : objects.get(authorOf({ actor }));
  if (!author?.name) return { actorName: namedIn(label, objects), actorDetail: null };
  return { actorName: author.name, actorDetail: author.detail === author.name ? null : author.detail };
}

const authorOf = ({ actor }: Pick<AuditEntry, "actor">): string => actor.slice(actor.indexOf(":") + 1);

// An application's label says for whom it acts, by the person's id.
const PERSON = /usr_[0-9a-z]{26}/g;
const idsIn = (label: string): readonly string[] => label.match(PERSON) ?? [];
const namedIn = (label: string, objects: ReadonlyMap<string, AuditObject>): string =>
  label.replace(PERSON, (id) => objects.get(id)?.name ?? id);
