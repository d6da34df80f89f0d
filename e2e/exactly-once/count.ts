import type { VendureEvent } from "@/e2e/stores/vendure-peer";

/** A write-back as the service tells it at the end. */
export interface ReportedWrite {
  readonly id: string;
  readonly writeKey: string;
  readonly storeRef: string;
  readonly status: string;
  readonly revertOf: string | null;
}

/** What the store's own log says of what the service claims. */
export interface Verdict {
  readonly approved: number;
  readonly applied_once: number;
  readonly conflicts: number;
  /** Told applied and never carried out, or carried out and told otherwise, or never finished. */
  readonly lost: number;
  readonly double: number;
  /** Edits of the merchant that a write of ours came after. */
  readonly overwritten: number;
  readonly reverts_once: number;
}

/** Counts effects in the store's log alone; from the service come only its claims. */
export function evaluate(told: readonly ReportedWrite[], events: readonly VendureEvent[]): Verdict {
  const updates = events.flatMap((event) => (event.event === "variant.updated" ? [event] : []));
  const effects = new Map<string, number>();
  for (const { marker } of updates) if (marker !== null) effects.set(marker, (effects.get(marker) ?? 0) + 1);
  const seen = told.map((write) => ({ ...write, effects: effects.get(write.writeKey) ?? 0 }));
  const approvals = seen.filter(({ revertOf }) => revertOf === null);
  const once = ({ status, effects: n }: (typeof seen)[number]) => status === "applied" && n === 1;
  const conflict = ({ status, effects: n }: (typeof seen)[number]) => status === "conflict" && n === 0;
  const overwritten = updates.filter(
    ({ marker, variantId }, at) =>
      marker === null &&
      updates.slice(at + 1).some((later) => later.variantId === variantId && later.marker !== null),
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
