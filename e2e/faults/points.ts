/**
 * The places on the path from an approval to its receipt, and in syncs, batches and runs, at which a fault can strike.
 * A commit is known by the statement that only its transaction contains, so that the service announces nothing and no
 * name of this table is in its build.
 */
export const COMMITS = {
  "approval-stored": /^INSERT INTO "public"\."write_backs"/,
  "write-leased": /^UPDATE write_backs SET fence = fence \+ 1, attempts/,
  "send-recorded": /^UPDATE write_backs SET status = 'sending'/,
  "write-paused": /^UPDATE write_backs SET status = \$4, not_before/,
  "receipt-stored": /^UPDATE write_backs SET status = \$4, store_price/,
  "batch-previewed": /^INSERT INTO decision_batches/,
  "batch-confirmed": /^UPDATE decision_batches SET status = 'running'/,
  "batch-leased": /^UPDATE decision_batches SET lease_until = \$4/,
  "batch-decided": /^UPDATE decision_batch_items/,
  "batch-ended": /^UPDATE decision_batches SET status = \$3/,
  "sync-leased": /^UPDATE integrations SET sync_status = 'running'/,
  "sync-page-stored": /^UPDATE integrations SET sync_lease_until = \$4/,
  "sync-ended": /^UPDATE integrations SET sync_status = \$4/,
  "run-leased": /UPDATE runs SET status = 'running'/,
  "run-page-stored": /^UPDATE runs SET cursor = \$4/,
  "run-published": /^UPDATE runs SET status = 'succeeded'/,
} as const;
export type CommitName = keyof typeof COMMITS;

/** A store is called to write a price, or for anything else: a reading or a page of a list. */
const CALLS = ["price-call", "read-call"] as const;
export type CallName = (typeof CALLS)[number];

/** `in` is the statement itself, of which a disk that is full lets nothing happen. */
export type Phase = "before" | "in" | "after";
export type FaultPoint = `${Phase} ${CommitName | CallName}`;

const NAMES = Object.keys(COMMITS) as CommitName[];

/** Every point, for reports and for the test that none of them is in a build. */
export const FAULT_POINTS: readonly FaultPoint[] = [...NAMES, ...CALLS].flatMap((name): FaultPoint[] => [
  `before ${name}`,
  `in ${name}`,
  `after ${name}`,
]);

/** Returns the commit that a statement belongs to; null for one of no commit with a name. */
export function commitOf(statement: string): CommitName | null {
  const text = statement.trimStart();
  return NAMES.find((name) => COMMITS[name].test(text)) ?? null;
}
