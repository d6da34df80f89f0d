import { notify } from "@/app/_components/ui/toast";
import { failureOf } from "./failure";

/** Says that something was not done and why: `onError: tellFailure("The alert is not snoozed")`. */
export const tellFailure =
  (title: string) =>
  (error: unknown): void => {
    const { message } = failureOf(error);
    notify({ title, detail: message, tone: "bad" });
  };
