import { expect, it } from "vitest";
import { loadedCount, pendingText, totalText } from "./loaded-count";

it("says what a count of loaded rows speaks for, until everything is loaded", () => {
  expect(loadedCount(6, { rows: 100, more: true })).toBe("6 of the 100 loaded");
  expect(loadedCount(6, { rows: 100, more: false })).toBe("6");
  expect(totalText(100, { rows: 100, more: true })).toBe("the 100 loaded");
  expect(totalText(6, { rows: 100, more: true })).toBe("6 of the 100 loaded");
  expect(totalText(3, { rows: 3, more: false })).toBe("3");
});

it("never passes off what is loaded as all that waits", () => {
  expect(pendingText({ rows: 100, more: true }, 1_260, "en")).toBe("1,260 waiting, 100 loaded");
  expect(pendingText({ rows: 100, more: true }, undefined, "en")).toBe("100 loaded, more wait");
  expect(pendingText({ rows: 100, more: true }, 99, "en")).toBe("100 loaded, more wait");
  expect(pendingText({ rows: 3, more: false }, 7, "en")).toBe("3 waiting");
});
