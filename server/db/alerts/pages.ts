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

/** A part of an order that one statement reads: alerts whose money at risk is known, or the others; null for all. */
interface Part {
  readonly isMoneyKnown: boolean | null;
  /** Where it begins; null at its start. */
  readonly after: AlertPlace | null;
}

function partsOf({ sort, after }: AlertPageRequest): Part[] {
  if (sort === "newest") return [{ isMoneyKnown: null, after }];
  const unknown = { isMoneyKnown: false, after: after?.money === null ? after : null };
  return after?.money === null ? [unknown] : [{ isMoneyKnown: true, after }, unknown];
}

const orderOf = ({ isMoneyKnown }: Part): string =>
  isMoneyKnown === null ? "a.id DESC" : "a.money_at_risk DESC, a.id DESC";

/**
 * The stored alerts that show the status, as conditions that an index in the page's order serves; without a status, the
 * order by money needs one for each stored status.
 */
function statusSql({ filter: { status }, sort, nowMs }: AlertPageRequest, bind: Bind): string[] {
  const stored = (name: AlertStatus) => `a.status = '${name}'`;
  if (status === undefined) return sort === "newest" ? ["true"] : ALERT_STATUSES.map(stored);
  if (status === "resolved") return [stored("resolved")];
  const isDue = isSnoozeDue("a", bind(new Date(nowMs)));
  if (status === "snoozed") return [`${stored("snoozed")} AND NOT ${isDue}`];
  return [stored("open"), `${stored("snoozed")} AND ${isDue}`];
}

function behindSql({ isMoneyKnown, after }: Part, bind: Bind): string {
  if (after === null) return "true";
  if (!isMoneyKnown) return `a.id < ${bind(after.id)}`;
  return `(a.money_at_risk, a.id) < (${bind(after.money)}::bigint, ${bind(after.id)})`;
}

const foundSql = (text: string, bind: Bind): string => `WITH found AS MATERIALIZED (
  SELECT id FROM catalog_items WHERE workspace_id = $1 AND ${hasTextSql(text, bind)})`;

/** Reads up to `limit` alerts of a part of the order. */
function readPart(
  db: Database,
  tenant: Tenant,
  request: AlertPageRequest,
  part: Part,
  limit: number,
): Promise<AlertRow[]> {
  const { kind, severity, itemId, search } = request.filter;
  const { values, bind } = boundValues(tenant.workspaceId);
  const conditions = ["a.workspace_id = $1", behindSql(part, bind)];
  if (part.isMoneyKnown !== null)
    conditions.push(`a.money_at_risk IS ${part.isMoneyKnown ? "NOT " : ""}NULL`);
  if (kind) conditions.push(`a.kind = ${bind(kind)}`);
  if (severity) conditions.push(`a.severity = ${bind(severity)}`);
  if (itemId) conditions.push(`a.item_id = ${bind(itemId)}`);
  // Asked for its truth, the question is no join, which may read alerts in another order: the items are looked for
  // once.
  if (search) conditions.push("(a.item_id IN (SELECT id FROM found)) IS TRUE");
  const found = search ? foundSql(search, bind) : "";
  const order = orderOf(part);
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
