import { notify } from "@/app/_components/ui/toast";
import { failureOf } from "./failure";
import type { CallOutcome } from "./lost/lost-answer";

/** What is said of a change whose answer was lost, in place of that it was not made. */
const FATE_TITLES: Readonly<Record<Exclude<CallOutcome, "not_taken">, string>> = {
  taken: "Done",
  unknown: "No answer came back",
};

/** The title of a notice about a failed call: "The alert is not snoozed", unless that is not known to be so. */
function failureTitle(title: string, error: unknown): string {
  const { callOutcome } = failureOf(error);
  return callOutcome === null || callOutcome === "not_taken" ? title : FATE_TITLES[callOutcome];
}

/** Says that something was not done and why: `onError: notifyFailure("The alert is not snoozed")`. */
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
