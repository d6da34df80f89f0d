import { expect, it } from "vitest";
import type { AlertSort } from "@/server/domain/alerts/alert";
import { isBehind, withLeft } from "./left-alerts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const after = (shown: string, listed: string, own = "", hasMore = false) =>
  withLeft(rows(shown), rows(listed), new Set(own), ({ id }) => hasMore && id < (listed.at(-1) ?? ""))
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

it("knows which alert is behind another one in each order", () => {
  const alert = (id: string, amount: string | null, kind = "below_cost") => ({
    id,
    kind,
    money_at_risk: amount === null ? null : { amount },
  });
  const last = alert("m", "10.00");
  const behind = (sort: AlertSort) =>
    [alert("z", "9.99"), alert("a", "10.01"), alert("a", "10.00"), alert("z", null)].map((row) =>
      isBehind(row, last, sort),
    );
  expect(behind("money_at_risk")).toEqual([true, false, true, true]);
  expect(behind("newest")).toEqual([false, true, true, false]);
  expect(isBehind(alert("a", null), alert("b", null), "money_at_risk")).toBe(true);
  expect(isBehind(last, undefined, "newest")).toBe(false);
  expect(behind("kind")).toEqual(behind("money_at_risk"));
  expect(isBehind(alert("a", "99.00", "stale_cost"), last, "kind")).toBe(true);
  expect(isBehind(alert("z", null, "a"), last, "kind")).toBe(false);
});
