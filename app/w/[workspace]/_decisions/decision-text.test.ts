import { expect, it } from "vitest";
import { decidedSentence } from "./decision-text";

const by = (action: "accept" | "approve" | "snooze") => ({
  action,
  by: "anna@shop.example",
  at: "2026-11-22T08:00:00.000Z",
  reason: null,
});

it("names who decided it, and nobody where nobody did", () => {
  const ben = "ben@shop.example";
  expect(decidedSentence({ status: "applied", decision: by("approve") }, ben)).toBe(
    "Approved by anna@shop.example.",
  );
  expect(decidedSentence({ status: "snoozed", decision: by("snooze") }, "anna@shop.example")).toBe(
    "Snoozed by you.",
  );
  expect(decidedSentence({ status: "superseded", decision: by("accept") }, ben)).toBe(
    "A newer recommendation replaced it.",
  );
  expect(decidedSentence({ status: "resolved", decision: by("accept") }, ben)).toBe(
    "It is no longer pending.",
  );
});
