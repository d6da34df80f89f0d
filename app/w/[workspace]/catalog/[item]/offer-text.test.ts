import { expect, it } from "vitest";
import { methodText, nextCheckText, silentSelectorText } from "./offer-text";

it("says where a price was read without the names of techniques, each place once", () => {
  expect(methodText("json_ld", "0.9600")).toBe("from the page's product data, 96 % sure");
  expect(methodText("json_ld+microdata+page_text", "0.9900")).toBe(
    "from the page's product data and the visible page, 99 % sure",
  );
  expect(methodText("some_layer", null)).toBe("from some layer");
});

it("says what holds the next page check up", () => {
  expect(nextCheckText({ status: "paused", checking: false, next_check_at: null })).toBe("paused");
  expect(nextCheckText({ status: "active", checking: true, next_check_at: null })).toBe("being checked");
  expect(nextCheckText({ status: "active", checking: false, next_check_at: null })).toMatch(/by hand/);
  expect(
    nextCheckText({ status: "active", checking: false, next_check_at: "2026-11-22T00:00:00.000Z" }),
  ).toBeNull();
});

it("says that a selector gives no price only where the page was read by it", () => {
  const reason = "The selector for the price matches nothing on the page.";
  const failed = { outcome: "failed", reason, price_selector: ".price" } as const;
  expect(silentSelectorText({ checking: false, last_check: failed })).toMatch(`${reason} It is saved`);
  expect(silentSelectorText({ checking: true, last_check: failed })).toBeNull();
  expect(silentSelectorText({ checking: false, last_check: null })).toBeNull();
  const unreachable = { ...failed, price_selector: null };
  expect(silentSelectorText({ checking: false, last_check: unreachable })).toBeNull();
  const read = { ...failed, outcome: "price", reason: null } as const;
  expect(silentSelectorText({ checking: false, last_check: read })).toBeNull();
});
