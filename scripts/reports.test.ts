import { expect, it } from "vitest";
import { playwrightResult, vitestResult } from "./reports.mjs";

it("names each test of Vitest that failed, and each file that could not be loaded", () => {
  const report = {
    numPassedTests: 2,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      {
        name: "/p/server/a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "holds", failureMessages: [] },
          { status: "failed", fullName: "writes once", failureMessages: ["expected 2 to be 1\nat a.ts:3"] },
        ],
      },
      { name: "/p/server/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  };
  expect(vitestResult(report, "/p")).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    reds: [
      "RED server/a.test.ts > writes once\n    expected 2 to be 1\n    at a.ts:3",
      "RED server/b.test.ts\n    no such module",
    ],
  });
});

it("names each test of Playwright that failed or passed only when repeated, and errors outside of tests", () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "keys.spec.ts",
    line: 7,
    tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: "the server did not start" }],
    suites: [
      {
        specs: [spec("is green", "expected"), spec("is red", "unexpected", "no heading")],
        suites: [{ specs: [spec("is lucky", "flaky", "lost a key")] }],
      },
    ],
  };
  expect(playwrightResult(report)).toEqual({
    passed: 1,
    failed: 3,
    skipped: 0,
    reds: [
      "RED keys.spec.ts:7 > is red\n    no heading",
      "RED keys.spec.ts:7 > is lucky\n    lost a key",
      "RED outside of a test\n    the server did not start",
    ],
  });
});
