import { z } from "zod";
import { AUDIT_OBJECTS } from "@/server/domain/audit/actions";
import { listAudit, type NamedEvent } from "@/server/usecases/audit/list";
import { decodeCursor, pageOf } from "../cursor";
import { query } from "../pipeline";
import { Paging, page, Timestamp, TimestampInput } from "../scalars";

const AuditEvent = z.object({
  id: z.string(),
  seq: z.string(),
  at: Timestamp,
  actor: z.string(),
  /** The actor's current name; of an application also for whom it acts. The id where none exists any more. */
  actor_name: z.string(),
  /** What a rename does not change: a member's address, the visible part of a token. */
  actor_detail: z.string().nullable(),
  via: z.string(),
  action: z.string(),
  subject: z.string(),
  /** What the event is about, by its current name; null for the workspace as a whole, and for what is deleted. */
  object: z
    .object({
      kind: z.enum(AUDIT_OBJECTS),
      /** Id of the object that has a page: of a write-back its recommendation, of an offer its item. */
      id: z.string(),
      name: z.string().nullable(),
      detail: z.string().nullable(),
      created_at: Timestamp,
    })
    .nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  request_id: z.string().nullable(),
  ip: z.string().nullable(),
});

const word = z.string().min(1).max(200);

export const list = query(
  {
    scope: "settings:read",
    summary: "List what was changed, newest first",
    description: "A page may hold fewer events than `limit`; follow `next_cursor`.",
    input: Paging.extend({
      actor: word.optional(),
      action: word.optional(),
      subject: word.optional(),
      from: TimestampInput.optional(),
      to: TimestampInput.optional(),
    }),
    output: page(AuditEvent),
  },
  async ({ context, input }) => {
    const filter = {
      actor: input.actor ?? null,
      action: input.action ?? null,
      subject: input.subject ?? null,
      from: input.from === undefined ? null : new Date(input.from),
      to: input.to === undefined ? null : new Date(input.to),
    };
    const before = decodeCursor("event", input.cursor);
    const { events, more } = await listAudit(context, filter, { before, limit: input.limit });
    return pageOf(events, more, presentEvent);
  },
);

function presentEvent({ entry, actorName, actorDetail, object }: NamedEvent) {
  const { actor_label: _label, previous: _previous, hash: _hash, ...event } = entry;
  return {
    ...event,
    actor_name: actorName,
    actor_detail: actorDetail,
    object: object && {
      kind: object.kind,
      id: object.id,
      name: object.name,
      detail: object.detail,
      created_at: object.createdAt.toISOString(),
    },
  };
}
