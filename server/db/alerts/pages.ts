import { ALERT_STATUSES, type AlertSort, type AlertStatus } from "@/server/domain/alerts/alert";
import type { AlertKind } from "@/server/domain/alerts/kinds";
import type { AlertSeverity } from "@/server/domain/pricing/outcome";
import { type Bind, boundValues } from "../database/bind";
import type { Database } from "../database/database";
import { queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import { hasTextSql } from "../items/matching-text";
import { type AlertRow, alertRowsSql } from "./alerts";
import { isSnoozeDue } from "./shown-status";

/** The filters of a list; `status` is the visible status, so a snooze whose time has passed counts as open. */
export interface AlertFilter {
  readonly status?: AlertStatus | undefined;
  readonly kind?: AlertKind | undefined;
  readonly severity?: AlertSeverity | undefined;
  readonly itemId?: string | undefined;
  /** A part of the item's sku or title. */
  readonly search?: string | undefined;
}

/** The last alert of a page; `money` in minor units, null where nothing is known to be at risk. */
export interface AlertPlace {
  readonly id: string;
  readonly money: bigint | null;
  /** Null in an order that does not compare it. */
  readonly kind: AlertKind | null;
}

/** Which page of a workspace's alerts is read. */
export interface AlertPageRequest {
  readonly filter: AlertFilter;
  readonly sort: AlertSort;
  /** The place behind which the page begins; null at the start. */
  readonly after: AlertPlace | null;
  readonly limit: number;
  /** Decides which snoozes are due. */
  readonly nowMs: number;
}

/**
 * A part of an order that one statement reads.
 * - newest: all alerts
 * - known, unknown: those whose money at risk is known, and the others
 * - same_kind, later_kinds: the rest of the kind of the place, and the kinds behind it
 */
interface Part {
  readonly of: "newest" | "known" | "unknown" | "same_kind" | "later_kinds";
  /** Where it begins; null at its start. */
  readonly after: AlertPlace | null;
}

function partsOf({ sort, after }: AlertPageRequest): Part[] {
  if (sort === "newest") return [{ of: "newest", after }];
  if (sort === "kind")
    return after === null
      ? [{ of: "later_kinds", after }]
      : [
          { of: "same_kind", after },
          { of: "later_kinds", after },
        ];
  const unknown: Part = { of: "unknown", after: after?.money === null ? after : null };
  return after?.money === null ? [unknown] : [{ of: "known", after }, unknown];
}

/**
 * SQL: the money at risk as the order by kind, and its index, compare it: unknown is less than any amount. Row-level
 * security would keep a condition about COALESCE, whose arguments may be calls, from being one of the index.
 */
const COMPARED_MONEY = "(CASE WHEN a.money_at_risk IS NULL THEN -1 ELSE a.money_at_risk END)";
const BY_MONEY = "a.money_at_risk DESC, a.id DESC";
const BY_KIND = `a.kind, ${COMPARED_MONEY} DESC, a.id DESC`;

const ORDERS: Readonly<Record<Part["of"], string>> = {
  newest: "a.id DESC",
  known: BY_MONEY,
  unknown: BY_MONEY,
  same_kind: BY_KIND,
  later_kinds: BY_KIND,
};

/**
 * The stored alerts that show the status, as conditions that an index in the page's order serves; without a status, the
 * orders by money and by kind need one for each stored status.
 */
function statusSql({ filter: { status }, sort, nowMs }: AlertPageRequest, bind: Bind): string[] {
  const stored = (name: AlertStatus) => `a.status = '${name}'`;
  if (status === undefined) return sort === "newest" ? ["true"] : ALERT_STATUSES.map(stored);
  if (status === "resolved") return [stored("resolved")];
  const isDue = isSnoozeDue("a", bind(new Date(nowMs)));
  if (status === "snoozed") return [`${stored("snoozed")} AND NOT ${isDue}`];
  return [stored("open"), `${stored("snoozed")} AND ${isDue}`];
}

/** The alerts of a part that are behind its place. */
function behindSql({ of, after }: Part, bind: Bind): string[] {
  const behind = (text: () => string) => (after === null ? [] : [text()]);
  switch (of) {
    case "newest":
      return behind(() => `a.id < ${bind(after?.id)}`);
    case "known":
      return [
        "a.money_at_risk IS NOT NULL",
        ...behind(() => `(a.money_at_risk, a.id) < (${bind(after?.money)}::bigint, ${bind(after?.id)})`),
      ];
    case "unknown":
      return ["a.money_at_risk IS NULL", ...behind(() => `a.id < ${bind(after?.id)}`)];
    case "same_kind":
      return [
        `a.kind = ${bind(after?.kind)}`,
        `(${COMPARED_MONEY}, a.id) < (${bind(after?.money ?? -1n)}::bigint, ${bind(after?.id)})`,
      ];
    case "later_kinds":
      return behind(() => `a.kind > ${bind(after?.kind)}`);
  }
}

/** SQL: begins a statement with the items whose sku or title has the text, as `found`. */
export const foundSql = (text: string, bind: Bind): string => `WITH found AS MATERIALIZED (
  SELECT id FROM catalog_items WHERE workspace_id = $1 AND ${hasTextSql(text, bind)})`;

/** SQL: the conditions of a filter but its status, about `alerts a`; a search reads `found`. */
export function filterSql(
  { kind, severity, itemId, search }: Omit<AlertFilter, "status">,
  bind: Bind,
): string[] {
  return [
    ...(kind ? [`a.kind = ${bind(kind)}`] : []),
    ...(severity ? [`a.severity = ${bind(severity)}`] : []),
    ...(itemId ? [`a.item_id = ${bind(itemId)}`] : []),
    // Asked for its truth, the question is no join, which may read alerts in another order: the items are looked for
    // once.
    ...(search ? ["(a.item_id IN (SELECT id FROM found)) IS TRUE"] : []),
  ];
}

/** Reads up to `limit` alerts of a part of the order. */
function readPart(
  db: Database,
  tenant: Tenant,
  request: AlertPageRequest,
  part: Part,
  limit: number,
): Promise<AlertRow[]> {
  const { search } = request.filter;
  const { values, bind } = boundValues(tenant.workspaceId);
  const conditions = ["a.workspace_id = $1", ...behindSql(part, bind), ...filterSql(request.filter, bind)];
  const found = search ? foundSql(search, bind) : "";
  const order = ORDERS[part.of];
  const end = `ORDER BY ${order} LIMIT ${bind(limit)}`;
  const selects = statusSql(request, bind).map(
    (status) => `(SELECT a.* FROM alerts a WHERE ${[...conditions, status].join(" AND ")} ${end})`,
  );
  const alerts = `${found} SELECT * FROM (${selects.join(" UNION ALL ")}) a ${end}`;
  return queryAsTenant<AlertRow>(db, tenant, { text: alertRowsSql(alerts, `ORDER BY ${order}`) }, values);
}

/**
 * Lists up to `limit` alerts behind a place of the order, those of unknown money at risk last. A page is complete at
 * any depth by as many index entries of each status as it has rows, and more only for those that the other filters
 * exclude.
 */
export async function listAlerts(
  db: Database,
  tenant: Tenant,
  request: AlertPageRequest,
): Promise<AlertRow[]> {
  const rows: AlertRow[] = [];
  for (const part of partsOf(request)) {
    const missing = request.limit - rows.length;
    if (missing > 0) rows.push(...(await readPart(db, tenant, request, part, missing)));
  }
  return rows;
}
