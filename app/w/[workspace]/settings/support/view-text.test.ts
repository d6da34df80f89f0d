import { expect, it } from "vitest";
import { SUPPORT_LABELS } from "@/app/_components/support/support-text";
import { SupportState } from "@/server/api/support/schemas";
import { viewText } from "./view-text";

it("says an operation in words", () => {
  expect(viewText("recommendations.list")).toBe("Recommendations · list");
  expect(viewText("integrations.sandboxLog")).toBe("Integrations · sandbox log");
  expect(viewText("status")).toBe("Status");
});

it("has words for every state of a request", () => {
  expect(Object.keys(SUPPORT_LABELS).sort()).toEqual([...SupportState.options].sort());
});
