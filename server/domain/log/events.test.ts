import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type EventLog, logDocument, logEvent, maskedAddress } from "./events";

const root = join(import.meta.dirname, "../../..");

it("docs/log.md is what the table lists; `npm run docs` writes it again", async () => {
  await expect(logDocument()).toMatchFileSnapshot(join(root, "docs/log.md"));
});

it("a line has the fields with a value alone, zero and false included", () => {
  const lines: unknown[] = [];
  const keep = (fields: object, message: string) => void lines.push([message, fields]);
  const log: EventLog = { debug: keep, info: keep, warn: keep, error: keep };
  logEvent(log, "schedule", { schedule: "sch_1", missed: 0, late: false, step: null, run: undefined });
  expect(lines).toEqual([["schedule", { schedule: "sch_1", missed: 0, late: false }]]);
});

describe("an address in the log", () => {
  it.each([
    ["jule.ortmann@werk.example", "j…@werk.example"],
    ["x@werk.example", "x…@werk.example"],
    ["no address at all", "…"],
    ["", "…"],
  ])("%s is shown as %s", (address, shown) => {
    expect(maskedAddress(address)).toBe(shown);
  });
});
