import type { StoreWrite } from "@/e2e/exactly-once/store";
import { ROLE_PERMISSIONS, type Role } from "@/server/domain/permissions";
import type { Stuck } from "./play";
import type { Scene } from "./scene";

/** The promises; each is broken by a number of cases, which should be 0. */
export const PROMISES = [
  "lost",
  "double",
  "overwritten",
  "wrong_field",
  "stuck",
  "not_entitled",
  "forgotten",
  "audit",
  "foreign",
] as const;
export type Promised = (typeof PROMISES)[number];

/** What one schedule showed. */
export interface Findings extends Readonly<Record<Promised, number>> {
  readonly approved: number;
  readonly applied_once: number;
  readonly conflicts: number;
  readonly failed: number;
  readonly reverts_once: number;
  /** The merchant's edits that fell between our last reading and our write, which no client can protect. */
  readonly in_window: number;
  /** What was wrong, in words. */
  readonly notes: readonly string[];
}

interface Row {
  readonly id: string;
  readonly recommendation: string;
  readonly writeKey: string;
  readonly ref: string;
  readonly status: string;
  readonly revertOf: string | null;
  readonly target: bigint;
}

/**
 * Evaluates a schedule by the store's log, the store's present prices and the database alone, read as their owners. What it
 * needs from the schedule are what a person remembers: the answers with 200, and which of the merchant's edits the last
 * reading before a request showed.
 */
export async function check(scene: Scene, stuck: readonly Stuck[]): Promise<Findings> {
  const { office, shop, store } = scene;
  const rows = await office.sql<Row>(
    `SELECT id, recommendation_id AS recommendation, write_key AS "writeKey", store_ref AS ref, status,
       revert_of AS "revertOf", target_price AS target FROM write_backs WHERE workspace_id = $1 ORDER BY id`,
    [shop.workspace.id],
  );
  const writes = await store.writes();
  const broken = new Map<Promised, number>();
  const notes: string[] = [];
  const note = (promise: Promised, text: string): void => {
    broken.set(promise, (broken.get(promise) ?? 0) + 1);
    notes.push(`${promise}: ${text}`);
  };
  for (const row of rows) checkWrite(row, writes, note);
  for (const row of rows) checkReason(row, scene, writes, note);
  checkForeign(rows, writes, note);
  const inWindow = checkEdits(scene, writes, note);
  await checkFields(scene, rows, writes, note);
  await checkApprovals(scene, rows, note);
  await checkAudit(scene, rows, note);
  for (const { kind, id } of stuck) note("stuck", `${kind} ${id}`);
  const approvals = rows.filter(({ revertOf }) => revertOf === null);
  const once = (row: Row) => row.status === "applied" && effectsOf(row, writes) === 1;
  return {
    ...(Object.fromEntries(PROMISES.map((promise) => [promise, broken.get(promise) ?? 0])) as Record<
      Promised,
      number
    >),
    approved: approvals.length,
    applied_once: approvals.filter(once).length,
    conflicts: approvals.filter(({ status }) => status === "conflict").length,
    failed: approvals.filter(({ status }) => status === "failed").length,
    reverts_once: rows.filter((row) => row.revertOf !== null && once(row)).length,
    in_window: inWindow,
    notes,
  };
}

type Note = (promise: Promised, text: string) => void;

/** A write that changed what shoppers pay. */
const effectsOf = ({ writeKey }: Row, writes: readonly StoreWrite[]): number =>
  writes.filter((write) => write.writeKey === writeKey && write.complete).length;

/** Applied and carried out are the same; what was carried out and is not applied was edited by a person afterwards. */
function checkWrite(row: Row, writes: readonly StoreWrite[], note: Note): void {
  const effects = effectsOf(row, writes);
  if (effects > 1) note("double", `${row.id} took effect ${effects} times`);
  if (row.status === "applied" && effects === 0)
    note("lost", `${row.id} is applied and was never carried out`);
  if (row.status !== "applied" && effects === 1) {
    const at = writes.findIndex(({ writeKey, complete }) => writeKey === row.writeKey && complete);
    const after = writes.slice(at + 1).find(({ ref }) => ref === row.ref);
    if (after === undefined || after.writeKey !== null)
      note("lost", `${row.id} was carried out and is ${row.status}`);
  }
}

/** A conflict is reported only where the merchant edited the price, or the store left the write half done. */
function checkReason(row: Row, { edits }: Scene, writes: readonly StoreWrite[], note: Note): void {
  if (row.status !== "conflict" || edits.has(row.ref)) return;
  const interrupted = writes.some(({ writeKey, complete }) => writeKey === row.writeKey && !complete);
  if (!interrupted) note("lost", `${row.id} is in conflict although nobody edited ${row.ref}`);
}

/** The store has writes of this workspace's approvals only, each on its own variant. */
function checkForeign(rows: readonly Row[], writes: readonly StoreWrite[], note: Note): void {
  const byKey = new Map(rows.map((row) => [row.writeKey, row]));
  for (const { writeKey, ref } of writes) {
    if (writeKey === null) continue;
    const row = byKey.get(writeKey);
    if (row === undefined) note("not_entitled", `the store has ${writeKey}, which nobody approved`);
    else if (row.ref !== ref) note("foreign", `${row.id} was written to ${ref}`);
  }
}

/** @returns how many edits our writes followed that their last readings could not have shown */
function checkEdits(scene: Scene, writes: readonly StoreWrite[], note: Note): number {
  let inWindow = 0;
  const edits = new Map<string, number>();
  const last = new Map<string, StoreWrite>();
  for (const [at, write] of writes.entries()) {
    const { ref, writeKey, complete } = write;
    const nth = edits.get(ref) ?? 0;
    if (writeKey === null) edits.set(ref, nth + 1);
    else if (complete && last.get(ref)?.writeKey === null) {
      const seen = scene.effects.get(at)?.editsSeen ?? Number.POSITIVE_INFINITY;
      if (seen < nth) inWindow += 1;
      else note("overwritten", `${writeKey} followed the edit ${nth} of ${ref}, which its reading showed`);
    }
    if (complete) last.set(ref, write);
  }
  return inWindow;
}

/** Every field is as the last effective write left it, unless the merchant edited it since. */
async function checkFields(
  { store, shop }: Scene,
  rows: readonly Row[],
  writes: readonly StoreWrite[],
  note: Note,
): Promise<void> {
  const stored = await store.prices();
  for (const { ref } of shop.waiting) {
    const last = writes.findLast((write) => write.ref === ref && (write.complete || write.writeKey === null));
    const row = rows.find(({ writeKey }) => writeKey === last?.writeKey);
    const found = stored.get(ref);
    if (!row || found === undefined) continue;
    const newest = writes.findLast((write) => write.ref === ref);
    // What a person is reported was written in part stays so until they decide.
    const reported = rows.find(
      ({ writeKey, status }) => writeKey === newest?.writeKey && status === "conflict",
    );
    if (reported && newest?.complete === false) continue;
    if (BigInt(found.price) !== row.target || found.charged !== found.price)
      note("wrong_field", `${ref} is ${found.price}, charged ${found.charged}, instead of ${row.target}`);
  }
}

/** Every write-back was approved by somebody who may, once; and every 200 has its write-back. */
async function checkApprovals({ office, shop, answered }: Scene, rows: readonly Row[], note: Note) {
  const approvals = await office.sql<{ write: string; actor: string }>(
    `SELECT after::json ->> 'write_back' AS write, actor FROM audit_events
     WHERE workspace_id = $1 AND action IN ('recommendation.approve', 'write_back.revert')`,
    [shop.workspace.id],
  );
  const people = await office.sql<{ actor: string; role: Role; scopes: string[] | null }>(
    `SELECT 'user:' || m.user_id AS actor, m.role, NULL AS scopes FROM memberships m WHERE m.workspace_id = $1
     UNION ALL SELECT 'token:' || t.id, m.role, t.scopes FROM api_tokens t
     JOIN memberships m ON m.workspace_id = t.workspace_id AND m.user_id = t.user_id WHERE t.workspace_id = $1`,
    [shop.workspace.id],
  );
  const mayApprove = new Set(
    people
      .filter(
        ({ role, scopes }) =>
          ROLE_PERMISSIONS[role].has("recommendations:approve") &&
          (scopes === null || scopes.includes("recommendations:approve")),
      )
      .map(({ actor }) => actor),
  );
  for (const { id } of rows) {
    const given = approvals.filter(({ write }) => write === id);
    if (given.length !== 1) note("audit", `${id} has ${given.length} approvals in the audit log`);
    if (!given.every(({ actor }) => mayApprove.has(actor)))
      note("not_entitled", `${id} was approved by ${given.map(({ actor }) => actor).join()}`);
  }
  for (const recommendation of answered)
    if (!rows.some((row) => row.recommendation === recommendation))
      note("forgotten", `the approval of ${recommendation} was answered with 200`);
}

/** Each ended write-back has one audit event of its end and none of another, and the chain of the log is whole. */
async function checkAudit({ office, shop }: Scene, rows: readonly Row[], note: Note): Promise<void> {
  const events = await office.sql<{ subject: string; action: string }>(
    `SELECT subject, action FROM audit_events WHERE workspace_id = $1
     AND action IN ('write_back.applied', 'write_back.conflict', 'write_back.failed', 'write_back.cancel')`,
    [shop.workspace.id],
  );
  for (const { id, status } of rows) {
    const ends = events.filter(({ subject }) => subject === id).map(({ action }) => action);
    const right =
      ends.length === 1 &&
      (ends[0] === `write_back.${status}` || (status === "failed" && ends[0] === "write_back.cancel"));
    if (!right) note("audit", `${id} ended ${status} and the log has ${ends.join() || "no end"}`);
  }
  const broken = await office.sql(
    `SELECT 1 FROM audit_events e WHERE workspace_id = $1 AND seq > 1 AND NOT EXISTS
       (SELECT 1 FROM audit_events p WHERE p.workspace_id = $1 AND p.seq = e.seq - 1 AND p.hash = e.previous)`,
    [shop.workspace.id],
  );
  if (broken.length > 0) note("audit", `the chain of the log breaks at ${broken.length} events`);
}
