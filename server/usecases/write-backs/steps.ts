import {
  endWriteBack,
  leaseWriteBack,
  pauseWriteBack,
  recordSend,
} from "@/server/db/write-backs/write-backs";
import { resolveStore } from "../connections/store";
import type { WriteBackSteps } from "../services";

/** The steps as the service carries them out. */
export const WRITE_BACK_STEPS: WriteBackSteps = {
  leaseWriteBack,
  recordSend,
  pauseWriteBack,
  endWriteBack,
  resolveStore,
};
