import type { StoreWrite } from "@/e2e/exactly-once/store";
import { checkApprovals, checkAudit } from "./check-approvals";
import type { Stuck } from "./play";
import { type Note, PROMISES, type Promised, type Row } from "./promises";
import type { Checked } from "./scene";

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

/**
 * Evaluates a schedule by the store's log, the store's present prices and the database alone, read as their owners.
 * What it needs from the schedule are what a person remembers: the answers with 200, and which of the merchant's edits
 * the last reading before a request showed.
 */
export async function check(scene: Checked, stuck: readonly Stuck[]): Promise<Findings> {
  const { api, shop, store } = scene;
  const rows = await api.sql<Row>(
    `SELECT id, recommendation_id AS recommendation, write_key AS "writeKey", store_ref AS ref, status,
       canceled_at IS NOT NULL AS canceled, store_answer AS answer,
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
  for (const row of rows) checkFailure(row, writes, note);
  for (const row of rows) checkReason(row, scene, writes, note);
  checkForeign(rows, writes, note);
  const inWindow = checkEdits(scene, writes, note);
  await checkFields(scene, rows, writes, note);
  await checkApprovals(scene, rows, note);
  await checkAudit(scene, rows, note);
  for (const { kind, id } of stuck) note("stuck", `${kind} ${id}`);
  for (const answer of scene.serverErrors) note("server_error", answer);
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

/** A write that changed what shoppers pay. */
const effectsOf = ({ writeKey }: Row, writes: readonly StoreWrite[]): number =>
  writes.filter((write) => write.writeKey === writeKey && write.complete).length;

/**
 * No store of a schedule refuses a price, so that nothing fails but what a person canceled: neither a write that the
 * store carried out, whoever answered in its place, nor one that waits for a host that lets nothing through.
 */
function checkFailure(row: Row, writes: readonly StoreWrite[], note: Note): void {
  if (row.status !== "failed") return;
  const effects = effectsOf(row, writes);
  if (effects > 0 || !row.canceled)
    note("false_failure", `${row.id} took effect ${effects} times and failed: ${row.answer}`);
}

/**
 * Applied and carried out are the same; what was carried out and is not applied was edited by a person afterwards, or
 * was completed by the shop's own job after the conflict was told.
 */
function checkWrite(row: Row, writes: readonly StoreWrite[], note: Note): void {
  const effects = effectsOf(row, writes);
  if (effects > 1) note("double", `${row.id} took effect ${effects} times`);
  if (row.status === "applied" && effects === 0)
    note("lost", `${row.id} is applied and was never carried out`);
  if (row.status !== "applied" && effects === 1) {
    const at = writes.findIndex(({ writeKey, complete }) => writeKey === row.writeKey && complete);
    const after = writes.slice(at + 1).find(({ ref }) => ref === row.ref);
    if (writes[at]?.byShop && row.status === "conflict") return;
    if (after === undefined || after.writeKey !== null)
      note("lost", `${row.id} was carried out and is ${row.status}`);
  }
}

/** A conflict is reported only where the merchant edited the price, or the store left the write half done. */
function checkReason(row: Row, { edits }: Checked, writes: readonly StoreWrite[], note: Note): void {
  if (row.status !== "conflict" || edits.has(row.ref)) return;
  const interrupted = writes.some(({ writeKey, complete }) => writeKey === row.writeKey && !complete);
  if (!interrupted) note("lost", `${row.id} is in conflict although nobody edited ${row.ref}: ${row.answer}`);
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
function checkEdits(scene: Checked, writes: readonly StoreWrite[], note: Note): number {
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
  { store, shop }: Checked,
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
