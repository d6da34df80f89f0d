import { expect, it } from "vitest";
import { availableActions } from "./available-actions";

const all = () => true;
const none = () => false;
const write = {
  id: "wbk_1",
  status: "applied",
  store_answer: null,
  may_be_in_store: false,
  finished_at: null,
  reverted_by: null,
  revert_status: null,
  restore_status: null,
  queued_id: null,
  waits_until: null,
  waits_reason: null,
} as const;

it("offers a reader who may only look nothing", () => {
  expect(availableActions({ status: "new", write_back: null }, none)).toEqual([]);
});

it("offers to take a price back once, to those who may approve", () => {
  expect(availableActions({ status: "applied", write_back: write }, all)).toEqual(["revert"]);
  expect(
    availableActions({ status: "applied", write_back: { ...write, reverted_by: "wbk_2" } }, all),
  ).toEqual([]);
  expect(
    availableActions({ status: "applied", write_back: write }, (p) => p !== "recommendations:approve"),
  ).toEqual([]);
});

it("offers nothing where everything is decided", () => {
  for (const status of ["rejected", "dismissed", "resolved", "superseded", "approved"] as const)
    expect(availableActions({ status, write_back: null }, all)).toEqual([]);
});
