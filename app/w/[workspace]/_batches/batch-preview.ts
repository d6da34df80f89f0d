import type { Failure } from "@/app/_trpc/failure";
import type { Batch } from "./batch-text";

/** The preview that a dialog shows; `batch` and `failure` are null while it is computed. */
export interface BatchPreview {
  readonly of: Batch["of"];
  readonly action: Batch["action"];
  /** Whether an approval accepts what is new first. */
  readonly accept?: boolean | undefined;
  readonly reason?: string | undefined;
  /** How many entries were chosen when it was requested; null if the service chooses them. */
  readonly chosen: number | null;
  readonly batch: Batch | null;
  readonly failure: Failure | null;
  readonly confirming: boolean;
}
