import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { duringTests } from "@/server/testing/during-tests";
import { findProgram } from "@/server/testing/program";
import { startTestService } from "@/server/testing/service";
import { startMetricsServer } from "./server";

const DOCS = join(import.meta.dirname, "../../docs");
const MONITORING = join(DOCS, "monitoring");
const text = (...path: readonly string[]): string => readFileSync(join(...path), "utf8");

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}
interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly unknown[];
    }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

const rules = (parse(text(MONITORING, "alerts.yml")) as Rules).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(text(MONITORING, "dashboard.json")) as Dashboard;

const service = duringTests(startTestService);
/** The names that queries may use: histograms have three. */
let names: ReadonlySet<string>;
beforeAll(async () => {
  const endpoint = { port: 0, host: "127.0.0.1", token: null, services: service.services };
  const { url, stop } = await startMetricsServer(service.services.meter, endpoint);
  const answer = await (await fetch(url)).text();
  await stop();
  names = new Set(
    [...answer.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
});

const unknownIn = (expressions: readonly string[]): string[] =>
  expressions
    .flatMap((expr) => expr.match(/\b(?:pricecheck|nodejs|process)_\w+/g) ?? [])
    .filter((name) => !names.has(name));

it("has every metric that an alert rule asks for", () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(unknownIn(rules.map(({ expr }) => expr))).toEqual([]);
});

it("has every metric that the dashboard asks for", () => {
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(10);
  expect(unknownIn(expressions)).toEqual([]);
});

it("has no metric of its own that operations.md does not explain", () => {
  const explained = new Set(text(DOCS, "operations.md").match(/\bpricecheck_\w+/g));
  const own = [...names].filter((name) => name.startsWith("pricecheck_") && !/_(?:bucket|sum)$/.test(name));
  expect(own.map((name) => name.replace(/_count$/, "")).filter((name) => !explained.has(name))).toEqual([]);
});

describe("every alert rule", () => {
  const { tests } = parse(text(MONITORING, "alerts.test.yml")) as RuleTests;
  const played = tests.flatMap((each) => each.alert_rule_test);

  it.each(rules.map(({ alert }) => alert))("%s is played where it fires and where it is silent", (alert) => {
    const of = played.filter(({ alertname }) => alertname === alert);
    expect(of.map(({ exp_alerts }) => exp_alerts.length > 0).sort()).toEqual([false, true]);
  });

  const promtool = findProgram("promtool");
  it.skipIf(promtool === null)("is valid to promtool, and fires as it is played", async () => {
    const run = async (...args: readonly string[]) =>
      (await promisify(execFile)(promtool ?? "", args, { cwd: MONITORING })).stdout;
    expect(await run("check", "rules", "alerts.yml")).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(await run("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
  });
});
