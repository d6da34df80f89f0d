import { describe, expect, it } from "vitest";
import { type EditableItem, planOf, readEdit, refusedItems, rowsOf, undoRowsOf } from "./edit-plan";

const eur = (amount: string) => ({ amount, currency: "EUR" });
const item = (fields: Partial<EditableItem> = {}): EditableItem => ({
  id: "itm_1",
  title: "Mug",
  currency: "EUR",
  cost: eur("4.00"),
  min_price: null,
  max_price: eur("20.00"),
  map_price: null,
  tags: ["a"],
  ...fields,
});
const none = { addTags: "", removeTags: [] };
const set = (text: string) => ({ mode: "set", text }) as const;

describe("a typed edit", () => {
  it("reads decimal commas, leaves out what stays, and clears what is to be cleared", () => {
    const amounts = {
      cost: set(" 4,5 "),
      min_price: { mode: "keep", text: "9" },
      max_price: { mode: "clear", text: "" },
    } as const;
    const { edit, errors } = readEdit({ ...none, amounts }, "EUR");
    expect(edit.amounts).toEqual({ cost: eur("4.50"), max_price: null });
    expect(errors).toEqual({});
  });

  it.each(["", "0", "-1", "1.234", "many"])("refuses the amount %j", (text) => {
    const { edit, errors } = readEdit({ ...none, amounts: { cost: set(text) } }, "EUR");
    expect(edit.amounts).toEqual({});
    expect(errors.cost).toMatch(/./);
  });

  it("takes tags apart at commas, each once", () => {
    const { edit } = readEdit({ amounts: {}, addTags: "new, new,, on sale ", removeTags: ["a"] }, "EUR");
    expect(edit).toMatchObject({ addTags: ["new", "on sale"], removeTags: ["a"] });
  });
});

describe("what an edit would do", () => {
  it("tells what changes, what stays and what is refused, for each item", () => {
    const items = [
      item(),
      item({ id: "itm_2", min_price: eur("9.00") }),
      item({ id: "itm_3", max_price: eur("8.00") }),
      item({ id: "itm_4", currency: "USD", max_price: null }),
    ];
    const plan = planOf(items, { amounts: { min_price: eur("9.00") }, addTags: [], removeTags: [] });
    expect(plan.changes.map(({ after }) => [after.id, after.min_price])).toEqual([["itm_1", eur("9.00")]]);
    expect(plan.unchanged).toBe(1);
    expect(plan.refused.map(({ item: { id } }) => id)).toEqual(["itm_3", "itm_4"]);
  });

  it("counts a cost that stays the same as confirmed, since the service gives it today's date", () => {
    const plan = planOf([item(), item({ id: "itm_2", cost: null })], {
      amounts: { cost: eur("4.00") },
      addTags: [],
      removeTags: [],
    });
    expect(plan).toMatchObject({ changes: [{ after: { id: "itm_2" } }], confirmed: 1, unchanged: 0 });
  });

  it("is sent with the amounts that the person sees", () => {
    const [row] = rowsOf([item()], { amounts: { cost: eur("5.00") }, addTags: ["b"], removeTags: [] });
    expect(row).toEqual({
      item_id: "itm_1",
      cost: eur("5.00"),
      add_tags: ["b"],
      remove_tags: [],
      seen: { cost: eur("4.00") },
    });
  });

  it("is sent again with what is stored now, where a row was refused because it is another by then", () => {
    const now = { ...item({ cost: eur("4.99") }), cost_updated_at: null, tags: ["b"] };
    const left = refusedItems(
      [item(), item({ id: "itm_2" }), item({ id: "itm_3" })],
      [
        { item_id: "itm_1", outcome: "refused", issues: [], now },
        { item_id: "itm_2", outcome: "updated" },
        { item_id: "itm_3", outcome: "refused", issues: [] },
      ],
    );
    expect(left.map(({ id }) => id)).toEqual(["itm_1", "itm_3"]);
    const rows = rowsOf(left, { amounts: { cost: eur("5.00") }, addTags: [], removeTags: [] });
    expect(rows.map(({ seen }) => seen?.cost)).toEqual([eur("4.99"), eur("4.00")]);
  });

  it("is taken back with what was there before, and with the cost's date", () => {
    const before = { ...item(), cost_updated_at: "2026-11-01T00:00:00.000Z", tags: ["a"] };
    const after = { ...before, cost: eur("5.00"), cost_updated_at: "2026-11-20T00:00:00.000Z", tags: ["b"] };
    const rows = undoRowsOf([
      { item_id: "itm_1", outcome: "updated", before, after },
      { item_id: "itm_2", outcome: "unchanged" },
    ]);
    expect(rows).toEqual([
      {
        item_id: "itm_1",
        cost: eur("4.00"),
        cost_updated_at: before.cost_updated_at,
        add_tags: ["a"],
        remove_tags: ["b"],
        seen: { cost: eur("5.00"), cost_updated_at: after.cost_updated_at },
      },
    ]);
  });

  it("is taken back to a cost without a date where there was none", () => {
    const before = { ...item(), cost_updated_at: null, tags: ["a"] };
    const after = { ...before, cost: eur("5.00"), cost_updated_at: "2026-11-20T00:00:00.000Z" };
    const [row] = undoRowsOf([{ item_id: "itm_1", outcome: "updated", before, after }]);
    expect(row).toMatchObject({ cost: eur("4.00"), cost_updated_at: null });
  });
});
