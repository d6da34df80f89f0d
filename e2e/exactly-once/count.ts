import type { StoreWrite } from "./store";

/** A write-back as the service reports it at the end. */
export interface ReportedWrite {
  readonly id: string;
  readonly writeKey: string;
  readonly storeRef: string;
  readonly status: string;
  readonly revertOf: string | null;
}

/** The comparison of the store's own log with the service's reports. */
export interface Verdict {
  readonly approved: number;
  readonly applied_once: number;
  readonly conflicts: number;
  /** Reported applied but not carried out, carried out but not reported applied, or never finished. */
  readonly lost: number;
  readonly double: number;
  /** The merchant's edits that one of our writes followed. */
  readonly overwritten: number;
  readonly reverts_once: number;
}

/** Counts effects in the store's log alone; the service contributes only its reports. */
export function evaluate(reports: readonly ReportedWrite[], writes: readonly StoreWrite[]): Verdict {
  const effects = new Map<string, number>();
  // A write that was interrupted changed nothing that shoppers pay.
  for (const { writeKey, complete } of writes)
    if (writeKey !== null && complete) effects.set(writeKey, (effects.get(writeKey) ?? 0) + 1);
  const seen = reports.map((write) => ({ ...write, effects: effects.get(write.writeKey) ?? 0 }));
  const approvals = seen.filter(({ revertOf }) => revertOf === null);
  const once = ({ status, effects: n }: (typeof seen)[number]) => status === "applied" && n === 1;
  const conflict = ({ status, effects: n }: (typeof seen)[number]) => status === "conflict" && n === 0;
  const overwritten = writes.filter(
    ({ writeKey, ref }, at) =>
      writeKey === null && writes.slice(at + 1).some((later) => later.ref === ref && later.writeKey !== null),
  );
  return {
    approved: approvals.length,
    applied_once: approvals.filter(once).length,
    conflicts: approvals.filter(conflict).length,
    lost: seen.filter((write) => write.effects <= 1 && !once(write) && !conflict(write)).length,
    double: seen.filter((write) => write.effects > 1).length,
    overwritten: overwritten.length,
    reverts_once: seen.filter((write) => write.revertOf !== null && once(write)).length,
  };
}
