import { z } from "zod";
import { listAudit } from "@/server/usecases/audit/list";
import { cutPage, decodeCursor } from "../cursor";
import { query } from "../pipeline";
import { Paging, page, Timestamp, TimestampInput } from "../scalars";

const AuditEvent = z.object({
  id: z.string(),
  seq: z.string(),
  at: Timestamp,
  actor: z.string(),
  /**
   * The actor's current name: a member's address, a token's or an application's name; the id when none exists any
   * more.
   */
  actor_name: z.string(),
  via: z.string(),
  action: z.string(),
  subject: z.string(),
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
    const { lines, names } = await listAudit(context, filter, { before, most: input.limit + 1 });
    return cutPage(
      lines,
      input.limit,
      ({ actor_label: label, previous: _previous, hash: _hash, ...line }) => ({
        ...line,
        actor_name: names.get(line.actor) ?? label,
      }),
    );
  },
);
