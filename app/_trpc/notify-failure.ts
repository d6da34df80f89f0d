import { notify } from "@/app/_components/ui/toast";
import { failureOf } from "./failure";
import type { CallOutcome } from "./lost/lost-response";

/** The title of a notice if the mutation's answer was lost, instead of the title of a failure. */
const OUTCOME_TITLES: Readonly<Record<Exclude<CallOutcome, "not_taken">, string>> = {
  taken: "Done",
  unknown: "No answer came back",
};

/** Returns the title of a failed call: "The alert is not snoozed", unless the outcome is unknown or it took effect. */
function failureTitle(title: string, error: unknown): string {
  const { callOutcome } = failureOf(error);
  return callOutcome === null || callOutcome === "not_taken" ? title : OUTCOME_TITLES[callOutcome];
}

/** Shows which action failed and why: `onError: notifyFailure("The alert is not snoozed")`. */
export const notifyFailure =
  (title: string) =>
  (error: unknown): void => {
    const { message, callOutcome } = failureOf(error);
    notify({
      title: failureTitle(title, error),
      detail: message,
      tone: callOutcome === "taken" ? "normal" : "bad",
    });
  };
