import { expect, it } from "vitest";
import { withLeft } from "./left-alerts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const after = (shown: string, listed: string, own = "", hasMore = false) =>
  withLeft(rows(shown), rows(listed), new Set(own), hasMore)
    .map(({ id }) => id)
    .join("");

it("keeps what others took from the list in its place, and lets go what the person decided", () => {
  expect(after("", "abc")).toBe("abc");
  expect(after("abc", "ac")).toBe("abc");
  expect(after("abc", "ac", "b")).toBe("ac");
  expect(after("abc", "")).toBe("abc");
  expect(after("abc", "nbc")).toBe("anbc");
  expect(after("abcd", "nad")).toBe("nabcd");
});

it("takes what newer rows pushed to the next page for no row that left", () => {
  expect(after("dcba", "edcb", "", true)).toBe("edcb");
  expect(after("dcba", "edb", "", true)).toBe("edcb");
  expect(after("dcba", "edcb")).toBe("edcba");
});
