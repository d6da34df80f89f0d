import type { LogLevel } from "@/server/domain/log/events";
import { type StoreConnection, type StoreConnector, StoreError, type StoreKind } from "@/server/stores";
import { report } from "../report";
import type { SealContext } from "./credentials";

/** How a call of a store ended. */
export interface StoreCallEnd {
  readonly kind: StoreKind;
  /** Null while the store is being connected. */
  readonly integration: string | null;
  /** The function of the connector. */
  readonly operation: string;
  readonly outcome: "ok" | "internal_error" | StoreError["reason"];
  /** The last HTTP status that the store answered; null without an answer. */
  readonly status: number | null;
  /** The milliseconds that the store asks to wait; null if it does not. */
  readonly retryAfterMs: number | null;
  readonly ms: number;
}

const LEVELS: Partial<Record<StoreCallEnd["outcome"], LogLevel>> = {
  ok: "debug",
  unauthorized: "warn",
  sign_in_ended: "warn",
  address_refused: "warn",
  internal_error: "error",
};

/** Called once for every call of a store that ended, whatever it was for. */
function storeCallEnded({ services, tenant }: SealContext, end: StoreCallEnd): void {
  const { retryAfterMs, ...fields } = end;
  services.meter.storeCalled(end);
  const level = LEVELS[end.outcome] ?? "info";
  report(services, tenant.workspaceId, "store call", { ...fields, retry_after_ms: retryAfterMs }, level);
}

/**
 * Returns the connector with every call of its store observed.
 * @param integration the connection's id, if it has one
 */
export function observeCalls(
  context: SealContext,
  connector: StoreConnector,
  integration: string | null,
): StoreConnector {
  const observed =
    <A extends unknown[], R>(operation: string, call: (to: StoreConnection, ...rest: A) => Promise<R>) =>
    async (to: StoreConnection, ...rest: A): Promise<R> => {
      const begun = performance.now();
      let status: number | null = null;
      const end = (outcome: StoreCallEnd["outcome"], retryAfterMs: number | null): void => {
        const ms = Math.round(performance.now() - begun);
        const { kind } = connector;
        storeCallEnded(context, { kind, integration, operation, outcome, status, retryAfterMs, ms });
      };
      const answered = (by: number): void => {
        status = by;
      };
      try {
        const result = await call({ ...to, answered }, ...rest);
        end("ok", null);
        return result;
      } catch (error) {
        if (error instanceof StoreError) end(error.reason, error.retryAfterMs);
        else end("internal_error", null);
        throw error;
      }
    };
  const { hints } = connector;
  return {
    ...connector,
    test: observed("test", connector.test),
    readPricing: observed("readPricing", connector.readPricing),
    listVariants: observed("listVariants", connector.listVariants),
    readPrice: observed("readPrice", connector.readPrice),
    writePrice: observed("writePrice", connector.writePrice),
    ...(hints && {
      hints: {
        ...hints,
        maintain: observed("maintainHints", hints.maintain),
        remove: observed("removeHints", hints.remove),
      },
    }),
  };
}
