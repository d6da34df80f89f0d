import type { ConnectionRow } from "@/server/db/connections/connections";
import type { Database } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import type {
  endWriteBack,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
} from "@/server/db/write-backs/write-backs";
import type { IdKind } from "@/server/domain/ids";
import type { EventLog } from "@/server/domain/log/events";
import type { CheckOutcome } from "@/server/domain/offers/page-check";
import type { StoreConnection } from "@/server/stores";
import type { Checkpoint } from "./checkpoints";
import type { ResolvedStore } from "./resolved-store";
import type { Settings } from "./settings";

export type Log = EventLog;

/** Metrics of this process for its operators. */
export interface Meter {
  /** @param ms duration from the run's start to its end, in milliseconds */
  runEnded(outcome: "succeeded" | "held" | "failed" | "canceled", ms: number): void;
  writeBackEnded(outcome: "applied" | "conflict" | "failed" | "canceled"): void;
  pageChecked(outcome: CheckOutcome): void;
  /** A write-back waits: for the end of a freeze, by the protocol, or for what a store refused. */
  writeBackWaits(reason: string): void;
  /** A call of a connector's function, which may be several requests to its store. @param call.ms milliseconds */
  storeCalled(call: {
    /** The kind of store. */
    readonly kind: string;
    readonly operation: string;
    /** `ok`, or the reason why there was no result. */
    readonly outcome: string;
    readonly ms: number;
  }): void;
  syncEnded(outcome: "ok" | "failed"): void;
  /** An attempt to send a mail; `kept` where there is no mail server. */
  mailAttempted(outcome: "sent" | "kept" | "retried" | "given_up"): void;
  /** An attempt to deliver an event to a webhook endpoint. */
  deliveryAttempted(outcome: "delivered" | "retry" | "give_up"): void;
  /** An occurrence of a schedule came, this many of its times before were missed, and it may be late itself. */
  scheduleCame(occurrence: { readonly missed: number; readonly late: boolean }): void;
}

/**
 * The steps of the write-back's protocol on rows and stores. A fault test removes one guard here to show what it
 * prevents.
 */
export interface WriteBackSteps {
  readonly leaseWriteBack: typeof leaseWriteBack;
  readonly recordSend: typeof recordSend;
  readonly pauseWriteBack: typeof pauseWriteBack;
  readonly endWriteBack: typeof endWriteBack;
  /** @throws StoreError definite when the connection cannot be used */
  resolveStore(
    context: { readonly services: Services; readonly tenant: Tenant },
    row: ConnectionRow,
  ): ResolvedStore;
}

/** How the installation's own sandbox store is reached. */
export interface SandboxPlace {
  readonly url: string;
  readonly secret: string;
  /** Whether its entries are dated by `now` of these services, which are those of some time in the past. */
  readonly datesEntries?: boolean;
}

/** What the process provides to every use case. Time and ids come from here, so that tests can set them. */
export interface Services {
  readonly db: Database;
  readonly settings: Settings;
  readonly log: Log;
  readonly meter: Meter;
  /** The sandbox store; null when this installation runs none. */
  readonly sandbox: SandboxPlace | null;
  /** What the connectors of stores remember between calls. */
  readonly storeCache: StoreConnection["cache"];
  now(): number;
  newId(kind: IdKind): string;
  /** Called when a protocol reaches the point; what it does is decided where the services are put together. */
  checkpoint(point: Checkpoint): void | Promise<void>;
  readonly writeBackSteps: WriteBackSteps;
}
