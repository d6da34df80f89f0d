import { expect, it } from "vitest";
import { type EventLog, logEvent } from "./events";

it("a line has the fields with a value alone, zero and false included", () => {
  const lines: unknown[] = [];
  const keep = (fields: object, message: string) => void lines.push([message, fields]);
  const log: EventLog = { debug: keep, info: keep, warn: keep, error: keep };
  logEvent(log, "schedule", { schedule: "sch_1", missed: 0, late: false, step: null, run: undefined });
  expect(lines).toEqual([["schedule", { schedule: "sch_1", missed: 0, late: false }]]);
});
