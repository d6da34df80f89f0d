import {
  type WriteBackRow,
  claimWriteBack,
  endWriteBack,
  pauseWriteBack,
  recordSend,
} from "@/server/db/write-backs";
import type { Acting } from "../acting";
import { openStore } from "./connection";

/** What the protocol does to rows and stores. A fault test takes one guard away here, to see what it is for. */
export const STEPS = { claimWriteBack, recordSend, pauseWriteBack, endWriteBack, openStore };
export type Steps = typeof STEPS;

/** A claimed write-back in a worker's hands. */
export interface Work {
  readonly acting: Acting;
  readonly row: WriteBackRow;
  readonly steps: Steps;
}
