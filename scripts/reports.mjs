import { relative } from "node:path";

const MESSAGE_LINES = 12;

/**
 * Reads a report of Vitest's reporter `json`. A file that cannot be loaded has no tests to count, but it is a failure.
 * @param {object} report the parsed report
 * @param {string} root the folder that files are named from
 * @returns {{ passed: number, failed: number, skipped: number, reds: readonly string[] }} the counts, and for each test
 * that failed its file, its name and the beginning of its message
 */
export function vitestResult(report, root) {
  const reds = report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    if (file.status === "failed" && file.assertionResults.length === 0) return [red(name, file.message)];
    return file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => red(`${name} > ${test.fullName}`, test.failureMessages.join("\n")));
  });
  return {
    passed: report.numPassedTests,
    failed: reds.length,
    skipped: report.numPendingTests + report.numTodoTests,
    reds,
  };
}

/**
 * Reads a report of Playwright's reporter `json`. A test that passed only when repeated is a failure.
 * @param {object} report the parsed report
 * @returns {{ passed: number, failed: number, skipped: number, reds: readonly string[] }} as of `vitestResult`
 */
export function playwrightResult({ stats, suites, errors }) {
  const isRed = (spec) => spec.tests.some(({ status }) => status === "unexpected" || status === "flaky");
  const reds = specsIn(suites)
    .filter(isRed)
    .map((spec) => red(`${spec.file}:${spec.line} > ${spec.title}`, messagesOf(spec)));
  const withoutTest = errors.map(({ message }) => red("outside of a test", message));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + withoutTest.length,
    skipped: stats.skipped,
    reds: [...reds, ...withoutTest],
  };
}

const specsIn = (suites = []) => suites.flatMap((suite) => [...suite.specs, ...specsIn(suite.suites)]);

const messagesOf = (spec) =>
  spec.tests
    .flatMap(({ results }) => results)
    .flatMap(({ errors }) => errors.map(({ message }) => message))
    .join("\n");

function red(name, message) {
  const lines = (message ?? "").split("\n").slice(0, MESSAGE_LINES);
  return [`RED ${name}`, ...lines.map((line) => `    ${line}`)].join("\n");
}
