import { expect, it } from "vitest";
import { errorFacts } from "./error-facts";

it("an error in the log is its class, its code and its place, without its text", () => {
  const thrown = Object.assign(new RangeError("a shop's words\n    at 19.99 EUR"), { code: "22003" });
  expect(errorFacts(thrown)).toEqual({
    error: "RangeError",
    code: "22003",
    at: expect.stringMatching(/^[^<]*error-facts\.test\.ts:\d+:\d+/),
  });
  expect(JSON.stringify(errorFacts(thrown))).not.toContain("19.99");
});

it("a text that has changed since is not taken for a place, and what is no error has its type alone", () => {
  const changed = new Error("before\n    at 19.99 EUR");
  expect(changed.stack).toContain("19.99");
  changed.message = "after";
  expect(errorFacts(changed)).toEqual({ error: "Error", code: null, at: null });
  expect(errorFacts("19.99 EUR")).toEqual({ error: "string", code: null, at: null });
});
