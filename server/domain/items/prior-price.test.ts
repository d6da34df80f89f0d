import { describe, expect, it } from "vitest";
import { type PriorPriceQuestion, priorPrice } from "./prior-price";
import type { ShopPrice } from "./shop-prices";

const at = (text: string) => Date.parse(text.length === 10 ? `${text}T08:00:00Z` : text);
const shown = (day: string, price: bigint | null, more: Partial<ShopPrice> = {}): ShopPrice => ({
  atMs: at(day),
  currency: "EUR",
  price,
  shopperPrice: price,
  compareAt: null,
  sale: null,
  ...more,
});
const sale = (price: bigint, from: string | null, until: string | null) => ({
  price,
  from: from === null ? null : new Date(at(from)),
  until: until === null ? null : new Date(at(until)),
});
const asked = (entries: readonly ShopPrice[], question: Partial<PriorPriceQuestion> & { now: string }) => {
  const { now, ...rest } = question;
  const found = priorPrice(entries, {
    currency: "EUR",
    nowMs: at(now),
    reducedAtMs: null,
    timeZone: "UTC",
    isProgressive: false,
    ...rest,
  });
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    price: found.price,
    since: iso(found.reducedSinceMs),
    from: iso(found.fromMs),
    charged: iso(found.chargedAtMs),
    known: iso(found.knownFromMs),
  };
};

describe("the prior price", () => {
  it("is 80 for 80, then 100, then 90 within 30 days", () => {
    const entries = [shown("2026-09-01", 8000n), shown("2026-10-20", 10000n), shown("2026-11-01", 9000n)];
    expect(asked(entries, { now: "2026-11-01", reducedAtMs: at("2026-11-01") })).toEqual({
      price: 8000n,
      since: null,
      from: "2026-10-02T08:00:00.000Z",
      charged: "2026-10-02T08:00:00.000Z",
      known: "2026-10-02T08:00:00.000Z",
    });
    // Thirty days later the 80 no longer count.
    expect(asked(entries, { now: "2026-11-19T08:00:00Z" }).price).toBe(9000n);
    expect(asked(entries.slice(0, 2), { now: "2026-11-20" }).price).toBe(10000n);
    expect(asked(entries.slice(0, 2), { now: "2026-11-19T07:59:59Z" }).price).toBe(8000n);
  });

  it("is anchored to the day on which the sale that is shown began, however long it lasts", () => {
    const entries = [
      shown("2026-06-01", 10000n),
      shown("2026-08-01", 10000n, { shopperPrice: 7000n, sale: sale(7000n, "2026-08-01", null) }),
    ];
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({
      price: 10000n,
      since: "2026-08-01T08:00:00.000Z",
      from: "2026-07-02T08:00:00.000Z",
    });
  });

  it("is found for a struck-through price as for a sale", () => {
    const entries = [shown("2026-09-01", 9000n), shown("2026-11-10", 8000n, { compareAt: 12000n })];
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({
      price: 9000n,
      since: "2026-11-10T08:00:00.000Z",
    });
  });

  it("is that of the last step of a reduction that grew, or of its first where the workspace says so", () => {
    const entries = [
      shown("2026-09-01", 10000n),
      shown("2026-11-01", 9000n, { compareAt: 10000n }),
      shown("2026-11-08", 8000n, { compareAt: 10000n }),
    ];
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({
      price: 9000n,
      since: "2026-11-08T08:00:00.000Z",
    });
    expect(asked(entries, { now: "2026-11-20", isProgressive: true })).toMatchObject({
      price: 10000n,
      since: "2026-11-01T08:00:00.000Z",
    });
    // A raise in between interrupts it.
    const raised = [...entries, shown("2026-11-12", 9500n, { compareAt: 10000n })];
    expect(asked(raised, { now: "2026-11-20", isProgressive: true })).toMatchObject({
      price: 8000n,
      since: "2026-11-12T08:00:00.000Z",
    });
  });

  it("counts a sale that began and ended between two entries by its dates", () => {
    const planned = shown("2026-10-01", 10000n, {
      shopperPrice: null,
      sale: sale(6000n, "2026-10-20", "2026-10-22"),
    });
    expect(asked([planned], { now: "2026-11-15" })).toMatchObject({
      price: 6000n,
      charged: "2026-10-20T08:00:00.000Z",
    });
    expect(asked([planned], { now: "2026-11-22" }).price).toBe(10000n);
  });

  it("takes the lower price until a store is read that may have noticed the end of a sale late", () => {
    const running = shown("2026-10-01", 10000n, {
      shopperPrice: 6000n,
      sale: sale(6000n, "2026-10-01", "2026-10-05"),
    });
    const read = shown("2026-10-08", 10000n, { sale: sale(6000n, "2026-10-01", "2026-10-05") });
    expect(asked([running, read], { now: "2026-11-05" })).toMatchObject({ price: 6000n, since: null });
    expect(asked([running, read], { now: "2026-11-07T08:00:00Z" }).price).toBe(10000n);
  });

  it("says from when on the prices are known, and nothing where none is", () => {
    expect(asked([], { now: "2026-11-20" })).toMatchObject({ price: null, charged: null, known: null });
    expect(asked([shown("2026-11-10", 5000n)], { now: "2026-11-20" })).toMatchObject({
      price: 5000n,
      known: "2026-11-10T08:00:00.000Z",
    });
    const lost = [
      shown("2026-09-01", 4000n),
      shown("2026-11-05", null),
      shown("2026-11-10", 5000n),
      shown("2026-11-12", 7000n, { currency: "USD" }),
    ];
    expect(asked(lost, { now: "2026-11-20" })).toMatchObject({ price: 4000n, known: null });
    expect(asked(lost.slice(0, 3), { now: "2026-11-20" })).toMatchObject({
      price: 4000n,
      known: "2026-11-10T08:00:00.000Z",
    });
  });

  it("counts 30 days of the workspace's calendar, also where the clocks change", () => {
    const entries = [shown("2026-01-01", 5000n)];
    const from = (timeZone: string, now: string) => asked(entries, { now, timeZone }).from;
    expect(from("Europe/Berlin", "2026-11-15T08:00:00Z")).toBe("2026-10-16T07:00:00.000Z");
    expect(from("America/New_York", "2026-11-15T08:00:00Z")).toBe("2026-10-16T07:00:00.000Z");
    expect(from("Australia/Lord_Howe", "2026-10-20T08:00:00Z")).toBe("2026-09-20T08:30:00.000Z");
  });
});
