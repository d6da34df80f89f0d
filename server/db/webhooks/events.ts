import { randomBytes } from "node:crypto";
import { makeId } from "@/server/domain/ids";
import {
  EVENT_TEXTS,
  type EventFieldName,
  type EventKind,
  type EventSubject,
  kindsOfAction,
} from "@/server/domain/webhooks/event-kinds";
import type { Tx } from "../database/transaction";
import { addJob } from "../queue/queue";
import { lastRunSql, seenAlertSql, seenSince } from "../run-series/read-seen";

/** The rows that the data of events is read from: a FROM item, the column of the subject's id, and the fields. */
interface Source<Subject extends EventSubject> {
  readonly from: string;
  readonly key: string;
  readonly fields: Fields<Subject>;
}

/** The expression of each documented field. */
type Fields<Subject extends EventSubject> = Readonly<Record<EventFieldName<Subject>, string>>;

const RECOMMENDATION_FIELDS: Fields<"recommendation"> = {
  id: "r.id",
  status: "r.status",
  kind: "r.kind",
  item_id: "r.item_id",
  run_id: lastRunSql("r"),
  superseded_by: "r.superseded_by",
};

const SOURCES: { readonly [Subject in EventSubject]: Source<Subject> } = {
  recommendation: {
    from: "recommendations r ON r.workspace_id = $1",
    key: "r.id",
    fields: RECOMMENDATION_FIELDS,
  },
  run: {
    from: "runs u ON u.workspace_id = $1",
    key: "u.id",
    fields: {
      id: "u.id",
      status: "u.status",
      held: "u.held_reason IS NOT NULL AND u.released_at IS NULL",
      trigger: "u.trigger",
      recommendations: "u.counts -> 'recommendations'",
      alerts: "u.counts -> 'alerts'",
    },
  },
  alert: {
    from: `(alerts a ${seenSince("a")}) ON a.workspace_id = $1`,
    key: "a.id",
    fields: {
      id: "a.id",
      status: "a.status",
      kind: "a.kind",
      severity: "a.severity",
      item_id: "a.item_id",
      run_id: seenAlertSql.runId("a"),
      write_back_id: "a.write_back_id",
    },
  },
  write_back: {
    from: "write_backs b ON b.workspace_id = $1",
    key: "b.id",
    fields: {
      id: "b.id",
      status: "b.status",
      recommendation_id: "b.recommendation_id",
      item_id: "b.item_id",
      revert_of: "b.revert_of",
    },
  },
  policy: {
    from: "policy_versions p ON p.workspace_id = $1",
    // The audit event of a policy names its version in this form.
    key: "'version ' || p.version",
    fields: { id: "p.id", status: "'active'::text", version: "p.version" },
  },
  integration: {
    from: "integrations i ON i.workspace_id = $1",
    key: "i.id",
    fields: { id: "i.id", status: "i.status", kind: "i.kind" },
  },
  webhook: {
    from: "webhook_endpoints w ON w.workspace_id = $1",
    key: "w.id",
    fields: { id: "w.id", status: "w.status" },
  },
};

/**
 * The end of a write-back reports its recommendation, unless it is a revert, which leaves the recommendation applied.
 */
const WRITTEN: Source<"recommendation"> = {
  from: `(write_backs b JOIN recommendations r ON r.workspace_id = b.workspace_id AND r.id = b.recommendation_id)
    ON b.workspace_id = $1 AND b.revert_of IS NULL`,
  key: "b.id",
  fields: RECOMMENDATION_FIELDS,
};

const sourceOf = (kind: EventKind): (typeof SOURCES)[EventSubject] =>
  kind === "recommendation.applied" || kind === "recommendation.failed"
    ? WRITTEN
    : SOURCES[EVENT_TEXTS[kind].subject];

/**
 * Stores an event for each subject in the transaction of the change, with the subject's data as the transaction has
 * it by now, and the job that dispatches them. Stores nothing in a workspace without an endpoint. One statement,
 * however many subjects there are.
 * @param subjects ids of the changed rows
 * @param endpointId the only endpoint that receives them; null for all
 * @returns the ids of the stored events
 */
export async function storeEvents(
  tx: Tx,
  kind: EventKind,
  subjects: readonly string[],
  { atMs, endpointId = null }: { readonly atMs: number; readonly endpointId?: string | null },
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const { workspaceId } = tx.tenant;
  const { from, key, fields } = sourceOf(kind);
  const pairs = Object.entries(fields).map(([name, column]) => `'${name}', ${column}`);
  const ids = subjects.map(() => makeId("message", atMs, randomBytes(10)));
  const stored = await tx.sql<{ id: string }>(
    `INSERT INTO webhook_events (workspace_id, id, kind, data, endpoint_id, at)
     SELECT $1, given.id, $2, jsonb_build_object(${pairs.join(", ")}), $5, $6
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (subject, id, place)
     JOIN ${from} AND ${key} = given.subject
     WHERE EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = $1)
     ORDER BY given.place RETURNING id`,
    [workspaceId, kind, [...subjects], ids, endpointId, new Date(atMs)],
  );
  const [first] = stored;
  if (first) await addJob(tx, "webhook_event", { v: 1, workspaceId, id: first.id });
  return stored.map(({ id }) => id);
}

/** Stores the events that report these changes: those of one action at once, in their order. */
export async function storeEventsOfActions(
  tx: Tx,
  changes: readonly { readonly action: string; readonly subject: string }[],
  atMs: number,
): Promise<void> {
  for (const action of new Set(changes.map((change) => change.action))) {
    const subjects = changes.filter((change) => change.action === action).map(({ subject }) => subject);
    for (const kind of kindsOfAction(action)) await storeEvents(tx, kind, subjects, { atMs });
  }
}
