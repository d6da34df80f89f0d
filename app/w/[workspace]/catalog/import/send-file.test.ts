import { describe, expect, it } from "vitest";
import { answerOf, faultOf } from "./send-file";

describe("what the service says about a file", () => {
  it("names the row and the column of a fault", () => {
    expect(faultOf({ path: "row 7.price", message: "is no amount" })).toEqual({
      row: 7,
      column: "price",
      message: "is no amount",
    });
    expect(faultOf({ path: "row 12", message: "has too few cells" })).toMatchObject({
      row: 12,
      column: null,
    });
    expect(faultOf({ path: "sku", message: "is missing" })).toMatchObject({ row: null, column: "sku" });
    expect(faultOf({ path: "file", message: "is not UTF-8" })).toMatchObject({ row: null, column: null });
  });

  it("is read as imported or as refused with its faults", () => {
    const counts = { ok: true, rows: 2, created: 1, updated: 1, unchanged: 0 };
    expect(answerOf(JSON.stringify(counts))).toEqual({ state: "imported", counts });
    const refusal = {
      error: "validation_error",
      message: "Nothing was imported: 1 fault in the file.",
      request_id: "req_1",
      issues: [{ path: "row 3.cost", code: "invalid", message: "is no amount" }],
    };
    expect(answerOf(JSON.stringify(refusal))).toEqual({
      state: "refused",
      message: refusal.message,
      requestId: "req_1",
      faults: [{ row: 3, column: "cost", message: "is no amount" }],
    });
  });

  it("is never taken for a success when it cannot be read", () => {
    for (const text of ["", "<html>", '{"ok":true}', '{"ok":false,"rows":1}'])
      expect(answerOf(text)).toMatchObject({ state: "refused", requestId: undefined });
  });
});
