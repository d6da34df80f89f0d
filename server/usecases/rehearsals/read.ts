import type { Tx } from "@/server/db/database/transaction";
import { listSwitches } from "@/server/db/rehearsals/switches";
import { FAULTS, REHEARSED_FAULTS, type RehearsedFault } from "@/server/domain/rehearsals/faults";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { lockRehearsedStore } from "./rehearsed-store";

/** A fault that a sandbox store can show, and whether it will. */
export interface FaultSwitch {
  readonly fault: RehearsedFault;
  readonly on: boolean;
  /** The calls that will still meet it; null: until it is switched off, or while it is off. */
  readonly remaining: number | null;
  /** As it was told last, or its default; null for a fault without a duration. */
  readonly seconds: number | null;
  /** The calls that met it since it was last switched on. */
  readonly met: number;
  readonly metAt: Date | null;
}

/** What a sandbox store does wrong on request. */
export interface Rehearsal {
  readonly integrationId: string;
  readonly switches: readonly FaultSwitch[];
}

/**
 * Returns the faults of a sandbox store, each with its switch.
 * @throws DomainError not_found; conflict for another kind of store, and for one that was disconnected
 */
export const readRehearsal = (context: RequestContext, integrationId: string): Promise<Rehearsal> =>
  readTransaction(context, async (tx) => {
    await lockRehearsedStore(tx, integrationId);
    return rehearsalOf(tx, integrationId);
  });

/** Returns the same in the caller's transaction, which has checked the store. */
export async function rehearsalOf(tx: Tx, integrationId: string): Promise<Rehearsal> {
  const rows = new Map((await listSwitches(tx, integrationId)).map((row) => [row.fault, row]));
  const switches = FAULTS.map((fault): FaultSwitch => {
    const row = rows.get(fault);
    return {
      fault,
      on: row !== undefined && row.remaining !== 0,
      remaining: row?.remaining || null,
      seconds: row?.seconds ?? REHEARSED_FAULTS[fault].seconds,
      met: row?.met ?? 0,
      metAt: row?.metAt ?? null,
    };
  });
  return { integrationId, switches };
}
