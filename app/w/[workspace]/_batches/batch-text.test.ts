import { expect, it } from "vitest";
import { type Batch, canBeTakenBack } from "./batch-text";

const of = (action: Batch["action"], done: number, first_approvals: number) =>
  canBeTakenBack({ action, progress: { waiting: 0, done, first_approvals, fell_out: 0, canceled: 0 } });

it("only a batch that wrote prices can be taken back, not one of first approvals", () => {
  expect(of("approve", 3, 3)).toBe(false);
  expect(of("approve", 3, 2)).toBe(true);
  expect(of("approve", 0, 0)).toBe(false);
  expect(of("revert", 2, 0)).toBe(true);
  expect(of("reject", 2, 0)).toBe(false);
});
