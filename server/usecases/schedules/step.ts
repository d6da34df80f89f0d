import type { Tx } from "@/server/db/database/transaction";
import type { OccurrenceRow } from "@/server/db/schedules/occurrences";
import type { ScheduleRow } from "@/server/db/schedules/schedules";
import { SECOND_MS } from "@/server/domain/durations";
import type { RequestContext } from "../request-context";

/** The pause between two looks at a step that waits for other work. */
const LOOK_AGAIN_MS = 5 * SECOND_MS;

/** A step's work: the schedule and its occurrence in a transaction that has locked the workspace. */
export interface StepWork {
  readonly context: RequestContext;
  readonly tx: Tx;
  readonly schedule: ScheduleRow;
  readonly timeZone: string;
  readonly occurrence: OccurrenceRow;
  readonly nowMs: number;
}

/** What a step found out for the occurrence. */
type Found = Partial<Pick<OccurrenceRow, "stepSince" | "pagesRequested" | "pagesAnswered" | "runId">>;

/** What came of a look at a step. */
export type StepOutcome =
  | { readonly act: "done"; readonly found?: Found }
  | { readonly act: "wait"; readonly untilMs: number; readonly found?: Found }
  | {
      readonly act: "end";
      readonly status: "skipped" | "failed";
      readonly reason: string;
      /** Whether a skipped occurrence shows that the schedule works. */
      readonly works: boolean;
      /** The service refused the run of a failed one. */
      readonly refused?: true;
      readonly found?: Found;
    };

/**
 * Looks at a step: begins it, or checks whether what it began has ended. It may be called any number of times, and its
 * effects are in the given transaction.
 */
export type AdvanceStep = (work: StepWork) => Promise<StepOutcome>;

/** The outcome of a step that waits for other work: it is looked at again after a pause. */
export const lookAgain = (nowMs: number, found?: Found): StepOutcome => {
  const untilMs = nowMs + LOOK_AGAIN_MS;
  return found === undefined ? { act: "wait", untilMs } : { act: "wait", untilMs, found };
};

/** The outcome that ends an occurrence as failed. */
export const failure = (reason: string): Extract<StepOutcome, { act: "end" }> => ({
  act: "end",
  status: "failed",
  reason,
  works: false,
});
