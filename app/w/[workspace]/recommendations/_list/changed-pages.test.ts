import { expect, it } from "vitest";
import { changedPages, type ListedRecommendation } from "./changed-pages";

const row = (id: string, fields: Partial<ListedRecommendation> = {}) =>
  ({
    id,
    status: "new",
    kind: "price_change",
    run_id: "run_1",
    item: { id: "itm_1", sku: "A", title: "A" },
    change_ratio: "0.0500",
    ...fields,
  }) as ListedRecommendation;

const pages = [
  { data: [row("r9"), row("r7")], next_cursor: "after r7" },
  { data: [row("r5"), row("r3")], next_cursor: "after r3" },
];
const idsOf = (changed: ReturnType<typeof changedPages>) =>
  changed.map(({ data }) => data.map(({ id }) => id));
const NEW = { status: "new" } as const;

it("removes a row that the filter does not list any more, and one that does not exist", () => {
  const rows = new Map([
    ["r7", row("r7", { status: "dismissed" })],
    ["r5", null],
  ]);
  expect(idsOf(changedPages(pages, rows, NEW))).toEqual([["r9"], ["r3"]]);
  expect(idsOf(changedPages(pages, rows, {}))).toEqual([["r9", "r7"], ["r3"]]);
});

it("puts a new row first and one that came back at its place, and leaves out one that is older than what is loaded", () => {
  const rows = new Map(["r2", "r4", "r8", "r99"].map((id) => [id, row(id)]));
  expect(idsOf(changedPages(pages, rows, NEW))).toEqual([
    ["r99", "r9", "r8", "r7"],
    ["r5", "r4", "r3"],
  ]);
});

it("lists the oldest row as well once all pages are loaded", () => {
  const all = [{ data: [row("r5")], next_cursor: null }];
  expect(idsOf(changedPages(all, new Map([["r2", row("r2")]]), NEW))).toEqual([["r5", "r2"]]);
  expect(idsOf(changedPages([{ data: [], next_cursor: null }], new Map([["r2", row("r2")]]), NEW))).toEqual([
    ["r2"],
  ]);
});

it("applies the filters of kind, change, run, item and search to a changed row", () => {
  const changed = (filter: Parameters<typeof changedPages>[2], fields: Partial<ListedRecommendation> = {}) =>
    idsOf(changedPages(pages, new Map([["r9", row("r9", fields)]]), filter))[0]?.includes("r9");
  expect(changed({ min_change: "0.05" })).toBe(true);
  expect(changed({ min_change: "0.05" }, { change_ratio: "-0.0600" })).toBe(true);
  expect(changed({ min_change: "0.05" }, { change_ratio: "0.0499" })).toBe(false);
  expect(changed({ min_change: "0.05" }, { change_ratio: null })).toBe(false);
  expect(changed({ kind: "cost_review" })).toBe(false);
  expect(changed({ run_id: "run_2" })).toBe(false);
  expect(changed({ item_id: "itm_2" })).toBe(false);
  const lamp = { item: { id: "itm_1", sku: "LMP-1", title: "Desk lamp" } };
  expect([
    changed({ q: "lmp" }, lamp),
    changed({ q: "K LAMP" }, lamp),
    changed({ q: "chair" }, lamp),
  ]).toEqual([true, true, false]);
});
