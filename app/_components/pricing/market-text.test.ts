import { expect, it } from "vitest";
import { marketText } from "./market-text";

it("names what a market median is made of, and when it is too little to follow", () => {
  const label = (count: number, max_age_days: number | null, min_offers: number | null = 2) =>
    marketText({ count, max_age_days, min_offers });
  expect(label(4, 14)).toBe("median of 4 offers not older than 14 days");
  expect(label(1, 1)).toBe("median of 1 offer not older than 1 day; runs need 2");
  expect(label(3, null)).toBe("median of 3 offers");
  expect(label(0, 14)).toBe("no offer counts");
});
