import { expect, it } from "vitest";
import { decidedSentence, isDecidedBy, outcomeSentence } from "./decision-text";

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

it("tells what became of an approved price", () => {
  const write = (fields: object) => ({
    id: "wbk_1",
    status: "applied" as const,
    store_answer: null,
    may_be_in_store: false,
    finished_at: null,
    reverted_by: null,
    revert_status: null,
    restore_status: null,
    queued_id: null,
    waits_until: null,
    waits_reason: null,
    ...fields,
  });
  const of = (status: "approved" | "applied" | "failed" | "rejected", fields: object = {}) =>
    outcomeSentence({ status, write_back: write(fields) });
  expect(of("approved", { status: "sending" })).toBe("The store has not answered yet.");
  expect(of("approved", { status: "queued", waits_reason: "Prices are frozen" })).toBe("Prices are frozen.");
  expect(of("approved", { status: "unknown" })).toBe(
    "The store did not answer clearly; it is being checked.",
  );
  expect(of("applied", { store_answer: "The store carries 98.99 EUR." })).toBe(
    "The store carries 98.99 EUR.",
  );
  expect(of("applied", { revert_status: "applied" })).toBe("It was taken back since.");
  const restored = (restore_status: string) => of("applied", { revert_status: "applied", restore_status });
  expect(restored("queued")).toBe("It was taken back since, and is being written again.");
  expect(restored("unknown")).toBe(
    "It was taken back since; whether the store has it again is being checked.",
  );
  expect(restored("conflict")).toBe("It was taken back since, and was not written again.");
  expect(of("failed", { status: "failed", store_answer: "The price is locked." })).toBe(
    "Not written. The price is locked.",
  );
  const overwritten = "The store answered that it took 98.99 EUR, but then held 95.00 EUR.";
  expect(of("failed", { status: "conflict", store_answer: overwritten, may_be_in_store: true })).toBe(
    overwritten,
  );
  expect(of("rejected")).toBeNull();
});

it("tells the reader's own decision from another person's, and from a change of the figures", () => {
  const accepted = { status: "pending_approval" as const, decision: by("accept"), version: 3 };
  expect(isDecidedBy("anna@shop.example", accepted, { version: 3 })).toBe(true);
  expect(isDecidedBy("ben@shop.example", accepted, { version: 3 })).toBe(false);
  expect(isDecidedBy("anna@shop.example", accepted, { version: 2 })).toBe(false);
  const superseded = { ...accepted, status: "superseded" as const };
  expect(isDecidedBy("anna@shop.example", superseded, { version: 3 })).toBe(false);
});
