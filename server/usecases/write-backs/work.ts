import {
  endWriteBack,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
  type WriteBackRow,
} from "@/server/db/write-backs/write-backs";
import { openStore } from "../connections/open";
import type { RequestContext } from "../request-context";

/** What the protocol does to rows and stores. A fault test takes one guard away here, to see what it is for. */
export const STEPS = { leaseWriteBack, recordSend, pauseWriteBack, endWriteBack, openStore };
export type Steps = typeof STEPS;

/** A claimed write-back in a worker's hands. */
export interface Work {
  readonly context: RequestContext;
  readonly row: WriteBackRow;
  readonly steps: Steps;
}
