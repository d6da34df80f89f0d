import type { AuditEntry } from "@/server/db/audit/chain";
import { type AuditObject, auditObjects } from "@/server/db/audit/objects";
import { type AuditFilter, auditPage } from "@/server/db/audit/reading";
import { labelNaming, personIn } from "@/server/domain/actors";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** An event with the names that its author and its object have now: the log itself stores ids only. */
export interface NamedEvent {
  readonly id: string;
  readonly entry: AuditEntry;
  /**
   * A member's name, or their address without one, or a token's name; of an application also for whom it acts. The id
   * where no name exists any more.
   */
  readonly actorName: string;
  /** What a rename does not change: a member's address, the visible part of a token. Null where there is none. */
  readonly actorDetail: string | null;
  /** Null for the workspace as a whole, and for what is deleted. */
  readonly object: AuditObject | null;
}

/**
 * Lists the newest events that match, a page bounded in number and size, with the current names of authors and objects.
 */
export function listAudit(
  context: RequestContext,
  filter: AuditFilter,
  page: { readonly before: string | null; readonly limit: number },
): Promise<{ events: NamedEvent[]; more: boolean }> {
  return readTransaction(context, async (tx) => {
    const { entries, more } = await auditPage(tx, filter, page);
    const objects = await auditObjects(
      tx,
      entries.flatMap((entry) => [entry.subject, authorOf(entry), ...personsIn(entry)]),
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

/**
 * Returns who did it, by their name of now. One application acts for many people, and a token can have any name, so
 * their own names do not tell; an entry from before tokens named their person says that it was a token.
 */
function authorIn(
  { actor, actor_label: label }: AuditEntry,
  objects: ReadonlyMap<string, AuditObject>,
): Pick<NamedEvent, "actorName" | "actorDetail"> {
  const byToken = actor.startsWith("token:");
  if (byToken && personIn({ actor, label }) === null)
    return { actorName: `Token “${label}”`, actorDetail: null };
  const author = byToken || actor.startsWith("grant:") ? undefined : objects.get(authorOf({ actor }));
  if (!author?.name) {
    const actorName = labelNaming({ actor, label }, (id) => objects.get(id)?.name);
    return { actorName, actorDetail: null };
  }
  return { actorName: author.name, actorDetail: author.detail === author.name ? null : author.detail };
}

const authorOf = ({ actor }: Pick<AuditEntry, "actor">): string => actor.slice(actor.indexOf(":") + 1);

const personsIn = ({ actor, actor_label: label }: AuditEntry): string[] => {
  const person = personIn({ actor, label });
  return person === null ? [] : [person];
};
