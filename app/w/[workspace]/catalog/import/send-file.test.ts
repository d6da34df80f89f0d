import { describe, expect, it } from "vitest";
import { faultOf, type ImportResponse, lastLine, parseCheck, parseResponse } from "./import-response";
import { importOnce } from "./send-file";

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
    const counts = {
      ok: true,
      rows: 2,
      created: 1,
      updated: 1,
      unchanged: 0,
      refused: 0,
      skipped: 0,
      notices: ["One stays out."],
    };
    expect(parseResponse(JSON.stringify(counts), 200)).toEqual({ state: "imported", counts });
    const refusal = {
      error: "validation_error",
      message: "Nothing was imported: 1 fault in the file.",
      request_id: "req_1",
      issues: [{ path: "row 3.cost", code: "invalid", message: "is no amount" }],
    };
    expect(parseResponse(JSON.stringify(refusal), 422)).toEqual({
      state: "refused",
      message: refusal.message,
      requestId: "req_1",
      faults: [{ row: 3, column: "cost", message: "is no amount" }],
    });
  });

  it("is taken neither for a success nor for a refusal where it was lost or cannot be read", () => {
    for (const text of ["", "<html>", '{"ok":true}', '{"ok":false,"rows":1}'])
      expect(parseResponse(text, text === "" ? 0 : 200)).toEqual({ state: "unknown" });
    const fault = JSON.stringify({
      error: "internal_error",
      message: "Something went wrong.",
      request_id: "req_1",
    });
    expect(parseResponse(fault, 500)).toEqual({ state: "unknown" });
  });
});

describe("an answer that is still arriving", () => {
  it("is read by its last complete line: its progress, and at the end its status and body", () => {
    const progress = '{"progress":{"rows":1000,"of":2500}}\n';
    expect(lastLine("")).toBeNull();
    expect(lastLine('{"progress":{"rows":1')).toBeNull();
    expect(lastLine(progress)).toEqual({ progress: { rows: 1000, of: 2500 } });
    expect(lastLine(`${progress}{"progress":{"ro`)).toEqual({ progress: { rows: 1000, of: 2500 } });
    expect(lastLine(`${progress}{"status":200,"body":{"ok":true}}\n`)).toEqual({
      status: 200,
      body: { ok: true },
    });
  });

  it("is not taken for the check of a file when it is none", () => {
    expect(parseCheck('{"ok":true,"rows":1,"created":1,"updated":0,"unchanged":0}')).toEqual({
      state: "unknown",
    });
    expect(parseCheck('{"message":"Too large.","request_id":"req_1"}')).toMatchObject({ state: "refused" });
  });

  it("says for a check that the service is not available, and leaves an import open", () => {
    const message = "The service cannot answer at the moment.";
    const fault = JSON.stringify({ error: "unavailable", message, request_id: "req_1" });
    expect(parseCheck(fault)).toMatchObject({ state: "refused", message });
    expect(parseResponse(fault, 503)).toEqual({ state: "unknown" });
  });
});

describe("a file whose answer was lost", () => {
  const sent = (responses: ImportResponse[], callOutcome: "taken" | "not_taken") =>
    importOnce(() => Promise.resolve(responses.shift() ?? { state: "unknown" }), {
      settle: () => Promise.resolve(callOutcome),
      reach: () => Promise.resolve(),
      pause: () => Promise.resolve(),
      checking: () => () => undefined,
    });

  it("is asked about, and said to be imported or not as it was", async () => {
    const counts = {
      ok: true as const,
      rows: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
      refused: 0,
      skipped: 0,
      notices: [],
    };
    const lost: ImportResponse = { state: "unknown" };
    expect(await sent([lost, { state: "imported", counts }], "taken")).toEqual({ state: "imported", counts });
    expect(await sent([lost], "not_taken")).toEqual({ state: "not_taken" });
  });

  it("is not called refused where only the question after its counts was", async () => {
    const refused: ImportResponse = {
      state: "refused",
      message: "Too many.",
      requestId: "req_1",
      faults: [],
    };
    expect(await sent([{ state: "unknown" }, refused], "taken")).toEqual({ state: "taken" });
    expect(await sent([refused], "taken")).toEqual(refused);
  });
});
