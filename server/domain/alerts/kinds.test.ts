import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  ALERT_KINDS,
  ALERT_TEXTS,
  alertFix,
  alertPage,
  alertsDocument,
  RAISED_ALERT_KINDS,
  RUN_ALERT_KINDS,
} from "./kinds";

const root = join(import.meta.dirname, "../../..");
const useCases = readdirSync(join(root, "server/usecases"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ test: file.endsWith(".test.ts"), text: read(`server/usecases/${file}`) }));

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

it.each(RUN_ALERT_KINDS)("the alert %s is tested where runs find it", (kind) => {
  expect(useCases.filter(({ test, text }) => test && text.includes(kind))).not.toEqual([]);
});

describe.each(RAISED_ALERT_KINDS.map((kind) => ({ kind })))("the alert $kind", ({ kind }) => {
  const found = (test: boolean, ...patterns: RegExp[]) =>
    useCases.some((file) => file.test === test && patterns.every((pattern) => pattern.test(file.text)));
  const raised = [/\braiseAlert\(/, new RegExp(`kind: "${kind}",`)];
  const ended = new RegExp(`\\bclearAlert\\(\\s*tx,\\s*\\{\\s*kind: "${kind}"`);
  // The name alone: an audit action such as "store.sync_failed" is another one.
  const named = new RegExp(`(?<![.\\w])${kind}\\b`);

  it("is raised, ended and tested in the use cases", () => {
    const missing = [
      ...(found(false, ...raised) ? [] : [`no use case raises ${kind} by raiseAlert`]),
      ...(found(false, ended) ? [] : [`no use case ends ${kind} by clearAlert`]),
      ...(found(true, named) ? [] : [`no test of the use cases names ${kind}`]),
    ];
    expect(missing).toEqual([]);
  });
});

it("docs/alerts.md is what the table lists; `npm run docs` writes it again", async () => {
  await expect(alertsDocument()).toMatchFileSnapshot(join(root, "docs/alerts.md"));
});

it("each kind has a title of its own", () => {
  expect(new Set(ALERT_KINDS.map((kind) => ALERT_TEXTS[kind].title)).size).toBe(ALERT_KINDS.length);
});

it("an alert leads to its item or its run, also one of a kind that is not known here", () => {
  expect(alertPage("below_cost", { itemId: "itm_1", runId: "run_1" })).toBe("/catalog/itm_1");
  expect(alertPage("run_failed", { itemId: null, runId: "run_1" })).toBe("/runs/run_1");
  expect(alertPage("of_tomorrow", { itemId: null, runId: "run_1" })).toBe("/runs/run_1");
  expect(alertPage("of_tomorrow", { itemId: null, runId: null })).toBeNull();
});

it("an alert leads to what remedies it, and nowhere where resolving it does, or nothing is recommended", () => {
  const subject = { itemId: "itm_1", runId: "run_1", recommendationId: "rec_1" };
  const pages = ALERT_KINDS.map((kind) => [kind, alertFix(kind, subject)?.page ?? null]);
  expect(Object.fromEntries(pages)).toMatchObject({
    margin_below_floor: "/recommendations/rec_1",
    stale_cost: "/catalog/import",
    selector_failed: "/catalog/itm_1",
    run_held: "/runs/run_1",
    cost_spike: null,
  });
  expect(alertFix("margin_below_floor", { ...subject, recommendationId: null })).toBeNull();
  expect(alertFix("of_tomorrow", subject)).toBeNull();
});
