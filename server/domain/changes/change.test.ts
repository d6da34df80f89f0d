import { expect, it } from "vitest";
import { createChangeCollector, EVERYTHING, MAX_CHANGED_IDS, readChanges } from "./change";

it("collects each id once, and one change for each kind", () => {
  const collector = createChangeCollector();
  collector.add({ kind: "recommendation", ids: ["rec_1", "rec_2"] });
  collector.add({ kind: "run", ids: ["run_1"] });
  collector.add({ kind: "recommendation", ids: ["rec_2", "rec_3"] });
  expect(collector.take()).toEqual([
    { kind: "recommendation", ids: ["rec_1", "rec_2", "rec_3"] },
    { kind: "run", ids: ["run_1"] },
  ]);
  expect(collector.take()).toEqual([]);
});

it("drops the ids of a kind when they are too many, and does not take up ids again", () => {
  const collector = createChangeCollector();
  const ids = (first: number, count: number) => Array.from({ length: count }, (_, i) => `rec_${first + i}`);
  collector.add({ kind: "recommendation", ids: ids(0, MAX_CHANGED_IDS) });
  expect(collector.take()).toEqual([{ kind: "recommendation", ids: ids(0, MAX_CHANGED_IDS) }]);
  collector.add({ kind: "recommendation", ids: ids(0, MAX_CHANGED_IDS) });
  collector.add({ kind: "recommendation", ids: ids(MAX_CHANGED_IDS, 1) });
  collector.add({ kind: "recommendation", ids: ["rec_0"] });
  expect(collector.take()).toEqual([{ kind: "recommendation", ids: null }]);
});

it("reads what was sent, and refuses anything else", () => {
  const sent: unknown = JSON.parse(JSON.stringify([{ kind: "run", ids: ["run_1"] }, ...EVERYTHING]));
  expect(readChanges(sent)).toEqual([{ kind: "run", ids: ["run_1"] }, ...EVERYTHING]);
  for (const other of [
    null,
    {},
    [null],
    [{ kind: "run" }],
    [{ kind: "price", ids: null }],
    [{ kind: "run", ids: [1] }],
  ])
    expect(() => readChanges(other)).toThrow("no changes");
});
