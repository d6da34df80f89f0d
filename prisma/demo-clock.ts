import { randomBytes } from "node:crypto";
import { makeId } from "@/server/domain/ids";
import type { RequestContext } from "@/server/usecases/request-context";
import type { Meter, Services } from "@/server/usecases/services";

/**
 * Returns the services as of some time; nothing waits there for a worker that does not run yet. Ids are in the order in
 * which they are made, and the sandbox store dates what it is sent by the same clock.
 * @param nowMs milliseconds since 1970
 * @param tickMs by how much the clock goes on each time it is read; it stands by default
 */
export function servicesAt(services: Services, nowMs: number, tickMs = 0): Services {
  const settings = { ...services.settings, approveWaitMs: 0 };
  const sandbox = services.sandbox && { ...services.sandbox, datesEntries: true };
  let readMs = nowMs - tickMs;
  let made = 0;
  return {
    ...services,
    settings,
    sandbox,
    newId: (kind) => makeId(kind, Math.max(readMs, nowMs), risingBytes((made += 1))),
    now: () => (readMs += tickMs),
  };
}

/** Random bytes of an id that sorts after those of all lower numbers. */
function risingBytes(n: number): Uint8Array {
  const bytes = Buffer.alloc(10);
  bytes.writeUIntBE(n, 0, 6);
  randomBytes(4).copy(bytes, 6);
  return bytes;
}

/** Returns the context as of some time, in milliseconds since 1970. */
export const contextAt = (context: RequestContext, nowMs: number, tickMs = 0): RequestContext => ({
  ...context,
  services: servicesAt(context.services, nowMs, tickMs),
});

/** The days of a shop, and its items. */
export interface Shop {
  /** When the shop began, milliseconds since 1970. */
  readonly beganMs: number;
  /**
   * Returns a time of day before the day on which the shop is shown first, in milliseconds since 1970.
   * @param time hours and minutes in UTC, such as 09:30
   */
  at(daysAgo: number, time: string): number;
  /** Returns the id of the item with a sku, once the catalog is there. */
  idOf(sku: string): Promise<string>;
}

/** What one person did at one time. */
export interface Act {
  readonly atMs: number;
  readonly by: "owner" | "colleague";
  /** By how much its clock goes on each time it is read; it stands if omitted. */
  readonly tickMs?: number;
  /** @param context that person's, as of that time */
  play(context: RequestContext): Promise<unknown>;
}

const nothing = (): void => undefined;

const UNCOUNTED: Meter = {
  runEnded: nothing,
  writeBackEnded: nothing,
  pageChecked: nothing,
  writeBackWaits: nothing,
  storeCalled: nothing,
  syncEnded: nothing,
  mailAttempted: nothing,
  deliveryAttempted: nothing,
  scheduleCame: nothing,
};

/** Returns the services without what they count and log of work that went as it should: it is none of this process. */
export const unseen = (services: Services): Services => ({
  ...services,
  meter: UNCOUNTED,
  log: {
    debug: nothing,
    info: nothing,
    warn: (fields, message) => services.log.warn(fields, message),
    error: (fields, message) => services.log.error(fields, message),
  },
});
