import { expect, it } from "vitest";
import { type Batch, subjects, takenBackBy, wordsOf } from "./batch-text";

const of = (action: Batch["action"], done: number, first_approvals = 0) =>
  takenBackBy({ action, progress: { waiting: 0, done, first_approvals, fell_out: 0, canceled: 0 } });

it("the prices of a batch are taken back if it wrote some, not those of first approvals", () => {
  expect(of("approve", 3, 3)).toBeNull();
  expect(of("approve", 3, 2)).toBe("revert");
  expect(of("approve", 0)).toBeNull();
  expect(of("revert", 2)).toBe("revert");
  expect(of("reject", 2)).toBeNull();
});

it("decisions that wrote nothing are put back, once, if there are some", () => {
  expect(of("accept", 4)).toBe("restore");
  expect(of("dismiss", 1)).toBe("restore");
  expect(of("snooze", 0)).toBeNull();
  expect(of("restore", 4)).toBeNull();
});

it("names what it is about by its own word", () => {
  const text = (subject: Parameters<typeof subjects>[0], count: number) =>
    `${wordsOf(subject).verb} ${subjects(subject, count, String)}`;
  expect(text({ of: "recommendations", action: "approve" }, 300)).toBe("Approve 300 price changes");
  expect(text({ of: "recommendations", action: "approve", accept: true }, 2)).toBe(
    "Accept and approve 2 price changes",
  );
  expect(text({ of: "recommendations", action: "accept" }, 1)).toBe("Accept 1 recommendation");
  expect(text({ of: "alerts", action: "resolve" }, 2)).toBe("Resolve 2 alerts");
  expect(text({ of: "alerts", action: "restore" }, 2)).toBe("Put back 2 alerts");
});
