import { afterEach, expect, it, vi } from "vitest";
import { literalAt } from "@/server/market/extract/embedded/script-literals";

afterEach(() => vi.restoreAllMocks());

it("reads past comments of both kinds", () => {
  const script = "{ /* a */ /* b */ price: /* c */ 12, // d\n sale: null /**/ }";
  expect(literalAt(script, 0)?.value).toEqual({ price: 12, sale: null });
});

it("gives up at a comment without an end, whatever follows it, so that its time is linear", () => {
  const steps = (length: number): number => {
    const looked = vi.spyOn(RegExp.prototype, "exec");
    expect(literalAt("[".padEnd(length, "/*,"), 0)).toBeNull();
    const { length: count } = looked.mock.calls;
    looked.mockRestore();
    return count;
  };
  expect(steps(60_000)).toBe(steps(6_000));
});
