import type pg from "pg";
import { DECISIONS, type DecisionAction } from "@/server/domain/reports/decisions";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { type ReportFilter, type ReportPage, reportValues } from "./read-report";

/** A decision from the audit log, with the recommendation as it is now. */
export interface DecisionReportRow {
  readonly id: string;
  readonly at: Date;
  /** Kind and id, such as `user:usr_…`. */
  readonly actor: string;
  /** The name that the log stores; it is an id for a person. */
  readonly actorLabel: string;
  readonly via: string;
  readonly action: DecisionAction;
  readonly recommendationId: string | null;
  readonly sku: string | null;
  readonly title: string | null;
  readonly currency: string | null;
  /** Minor units. */
  readonly currentPrice: bigint | null;
  /** Minor units. */
  readonly recommendedPrice: bigint | null;
  /** The price that the decision set, as a decimal; null if it set none. */
  readonly price: string | null;
  /** The lane of a first approval. */
  readonly lane: string | null;
  readonly reason: string | null;
  readonly batchId: string | null;
}

/** How often somebody has decided, by the kind of decision. */
export interface DeciderReportRow {
  /** Id of the latest decision. */
  readonly id: string;
  readonly actor: string;
  readonly actorLabel: string;
  readonly counts: Readonly<Partial<Record<DecisionAction, number>>>;
  readonly total: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/**
 * SQL: whether an event `a` of the audit log is a decision. The condition is that of the index audit_events_decided.
 */
export const IS_DECISION = `a.action IN (${Object.keys(DECISIONS)
  .map((action) => `'${action}'`)
  .join(", ")})`;

// The reports share nine parameters; the time of a snooze, the status, the category and the brand mean nothing here.
const IN_SPAN = `a.workspace_id = $1 AND ${IS_DECISION} AND ($3::timestamptz IS NULL OR a.at >= $3)
  AND ($4::timestamptz IS NULL OR a.at < $4) AND $5::timestamptz IS NOT NULL AND $6::text IS NULL
  AND $8::text IS NULL AND $9::text IS NULL`;

// Row-level security forbids `coalesce` as an index condition, because it may evaluate what it was given; CASE is
// allowed.
const SUBJECT = "CASE WHEN w.recommendation_id IS NULL THEN a.subject ELSE w.recommendation_id END";

const DECIDED = `SELECT a.id, a.at, a.actor, a.actor_label AS "actorLabel", a.via, a.action,
    r.id AS "recommendationId", i.sku, i.title, r.currency, r.current_price AS "currentPrice",
    r.recommended_price AS "recommendedPrice",
    coalesce(f.fields ->> 'target', f.fields ->> 'recommended_price') AS price, f.fields ->> 'lane' AS lane,
    f.fields ->> 'reason' AS reason, f.fields ->> 'batch' AS "batchId"
  FROM (SELECT * FROM audit_events a WHERE ${IN_SPAN} AND a.id < $2 ORDER BY a.id DESC LIMIT $7) a
  CROSS JOIN LATERAL (SELECT a.after::jsonb AS fields) f
  LEFT JOIN LATERAL (SELECT w.recommendation_id FROM write_backs w
    WHERE w.workspace_id = a.workspace_id AND w.id = a.subject
      AND a.action IN ('write_back.revert', 'write_back.cancel') OFFSET 0) w ON true
  LEFT JOIN LATERAL (SELECT * FROM recommendations c
    WHERE c.workspace_id = a.workspace_id AND c.id = ${SUBJECT} OFFSET 0) r ON true
  LEFT JOIN LATERAL (SELECT c.sku, c.title FROM catalog_items c
    WHERE c.workspace_id = r.workspace_id AND c.id = r.item_id OFFSET 0) i ON true
  ORDER BY a.id DESC`;

const DECIDERS = `SELECT d.id, d.actor, l.actor_label AS "actorLabel", d.counts, d.total, d."firstAt", d."lastAt"
  FROM (
    SELECT max(n.id) AS id, n.actor, jsonb_object_agg(n.action, n.count) AS counts, sum(n.count)::int AS total,
      min(n.first_at) AS "firstAt", max(n.last_at) AS "lastAt"
    FROM (SELECT a.actor, a.action, max(a.id) AS id, count(*)::int AS count, min(a.at) AS first_at,
        max(a.at) AS last_at
      FROM audit_events a WHERE ${IN_SPAN} GROUP BY a.actor, a.action) n
    GROUP BY n.actor HAVING max(n.id) < $2 ORDER BY max(n.id) DESC LIMIT $7) d
  CROSS JOIN LATERAL (SELECT a.actor_label FROM audit_events a
    WHERE a.workspace_id = $1 AND a.id = d.id AND ${IS_DECISION} LIMIT 1) l
  ORDER BY d.id DESC`;

/** Returns a reader of a report's pages, which has the newest first and no other order. */
const newestFirst =
  <Row extends pg.QueryResultRow>(statement: NamedStatement) =>
  (db: Database, tenant: Tenant, filter: ReportFilter, page: ReportPage): Promise<Row[]> =>
    queryAsTenant<Row>(db, tenant, statement, reportValues(tenant, filter, page));

export const decisionReport = newestFirst<DecisionReportRow>({ name: "report_decisions", text: DECIDED });

/** One row for each person, token, application and lane that decided, the latest decider first. */
export const deciderReport = newestFirst<DeciderReportRow>({ name: "report_deciders", text: DECIDERS });
