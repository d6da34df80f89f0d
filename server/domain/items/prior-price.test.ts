import { describe, expect, it } from "vitest";
import { type PriorPriceQuestion, priorPrice } from "./prior-price";
import type { Span } from "./read-times";
import type { ShopPrice } from "./shop-prices";

const at = (text: string) => Date.parse(text.length === 10 ? `${text}T08:00:00Z` : text);
const shown = (day: string, price: bigint | null, more: Partial<ShopPrice> = {}): ShopPrice => ({
  atMs: at(day),
  integrationId: null,
  isKnown: true,
  isStated: false,
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
const STORE = "int_1";
const ofStore = (day: string, price: bigint | null, more: Partial<ShopPrice> = {}) =>
  shown(day, price, { integrationId: STORE, ...more });
const everRead = [{ fromMs: at("2026-01-01"), untilMs: at("2027-01-01") }];
const asked = (
  entries: readonly ShopPrice[],
  question: Partial<PriorPriceQuestion> & { now: string },
  reads: readonly Span[] = everRead,
) => {
  const { now, ...rest } = question;
  const found = priorPrice(
    { entries, reads: new Map([[STORE, reads]]) },
    {
      currency: "EUR",
      nowMs: at(now),
      reducedAtMs: null,
      timeZone: "UTC",
      isProgressive: false,
      ...rest,
    },
  );
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    price: found.price,
    since: iso(found.reducedSinceMs),
    from: iso(found.fromMs),
    charged: iso(found.chargedAtMs),
    known: iso(found.knownFromMs),
    complete: found.isComplete,
    struckThrough: found.struckThrough,
    isShownKnown: found.isShownKnown,
  };
};

describe("the prior price", () => {
  it("is 80 for 80, then 100, then 90 within 30 days", () => {
    const entries = [shown("2026-09-01", 8000n), shown("2026-10-20", 10000n), shown("2026-11-01", 9000n)];
    expect(asked(entries, { now: "2026-11-01", reducedAtMs: at("2026-11-01") })).toEqual({
      price: 8000n,
      since: null,
      from: "2026-10-02T00:00:00.000Z",
      charged: "2026-10-02T00:00:00.000Z",
      known: "2026-10-02T00:00:00.000Z",
      complete: true,
      struckThrough: null,
      isShownKnown: true,
    });
    expect(asked(entries, { now: "2026-11-20" }).price).toBe(9000n);
    // On the 30th day after the raise, the 80 still count; on the 31st no longer.
    expect(asked(entries.slice(0, 2), { now: "2026-11-19T23:59:59Z" }).price).toBe(8000n);
    expect(asked(entries.slice(0, 2), { now: "2026-11-20T00:00:00Z" }).price).toBe(10000n);
  });

  it("is anchored to the day on which the sale that is shown began, however long it lasts", () => {
    const entries = [
      shown("2026-06-01", 10000n),
      shown("2026-08-01", 10000n, { shopperPrice: 7000n, sale: sale(7000n, "2026-08-01", null) }),
    ];
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({
      price: 10000n,
      since: "2026-08-01T08:00:00.000Z",
      from: "2026-07-02T00:00:00.000Z",
      struckThrough: 10000n,
    });
  });

  it("has nothing struck through beside a price that replaces the regular one, nor what an unread store shows", () => {
    const entries = [shown("2026-06-01", 10000n), ofStore("2026-08-01", 10000n, { shopperPrice: 7000n })];
    const replaced = { since: "2026-08-01T08:00:00.000Z", struckThrough: null };
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({ ...replaced, isShownKnown: true });
    const unread = [{ fromMs: at("2026-08-01"), untilMs: at("2026-08-02") }];
    expect(asked(entries, { now: "2026-11-20" }, unread)).toMatchObject({ isShownKnown: false });
  });

  it("is found for a struck-through price as for a sale", () => {
    const entries = [shown("2026-09-01", 9000n), shown("2026-11-10", 8000n, { compareAt: 12000n })];
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({
      price: 9000n,
      since: "2026-11-10T08:00:00.000Z",
      struckThrough: 12000n,
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
    const ended = sale(6000n, "2026-10-01", "2026-10-05");
    const running = ofStore("2026-10-01", 10000n, { shopperPrice: 6000n, sale: ended });
    const read = ofStore("2026-10-08", 10000n, { sale: ended });
    expect(asked([running, read], { now: "2026-11-07" })).toMatchObject({ price: 6000n, since: null });
    expect(asked([running, read], { now: "2026-11-08" }).price).toBe(10000n);
    // A price from a file, before the store is read again, says nothing about what the store charges.
    const stated = ofStore("2026-10-06", 10100n, { shopperPrice: null });
    expect(asked([running, stated, read], { now: "2026-11-07" }).price).toBe(6000n);
  });

  it("takes a second sale at the same price for another reduction, where the first one may have ended", () => {
    const first = ofStore("2026-10-01", 10000n, {
      shopperPrice: 6000n,
      sale: sale(6000n, "2026-10-01", "2026-10-05"),
    });
    const second = ofStore("2026-10-15", 10000n, {
      shopperPrice: 6000n,
      sale: sale(6000n, "2026-10-15", null),
    });
    expect(asked([first, second], { now: "2026-10-20", isProgressive: true })).toMatchObject({
      since: "2026-10-15T08:00:00.000Z",
      price: 6000n,
    });
  });

  it("takes a higher struck-through price for another reduction", () => {
    const entries = [
      shown("2026-01-01", 10000n),
      shown("2026-01-10", 8000n, { compareAt: 10000n }),
      shown("2026-11-15", 8000n, { compareAt: 12000n }),
    ];
    expect(asked(entries, { now: "2026-11-20", isProgressive: true })).toMatchObject({
      since: "2026-11-15T08:00:00.000Z",
      price: 8000n,
    });
  });

  it("begins with the sale's own date where the store was first read during it", () => {
    const sold = { shopperPrice: 9000n, sale: sale(9000n, "2026-10-20", null) };
    const entries = [
      shown("2026-08-01", 8000n),
      shown("2026-10-01", 10000n),
      ofStore("2026-11-10", 10000n, sold),
    ];
    expect(asked(entries, { now: "2026-11-20" })).toMatchObject({
      since: "2026-10-20T08:00:00.000Z",
      price: 8000n,
    });
    // What the store itself charged after that date says otherwise.
    const seen = [
      ofStore("2026-08-01", 8000n),
      ofStore("2026-10-01", 10000n),
      ofStore("2026-11-10", 10000n, sold),
    ];
    expect(asked(seen, { now: "2026-11-20" })).toMatchObject({
      since: "2026-11-10T08:00:00.000Z",
      price: 10000n,
    });
    expect(asked([ofStore("2026-11-10", 10000n, sold)], { now: "2026-11-20" })).toMatchObject({
      price: null,
      complete: false,
    });
  });

  it("does not know what a store charged while it was not read, or after it was disconnected", () => {
    const entries = [ofStore("2026-09-01", 10000n)];
    const reads = [
      { fromMs: at("2026-09-01"), untilMs: at("2026-09-30") },
      { fromMs: at("2026-10-25"), untilMs: at("2026-11-01") },
    ];
    expect(asked(entries, { now: "2026-11-01" }, reads)).toMatchObject({
      price: 10000n,
      complete: false,
      known: "2026-10-25T08:00:00.000Z",
    });
    expect(asked(entries, { now: "2026-11-05" }, reads)).toMatchObject({ complete: false, known: null });
    const left = [...entries, shown("2026-09-20", 10000n, { isKnown: false })];
    expect(asked(left, { now: "2026-10-25" })).toMatchObject({ complete: false, known: null });
    // Somebody stated a price since.
    const stated = [...left, shown("2026-09-24", 9000n)];
    expect(asked(stated, { now: "2026-10-25" })).toMatchObject({ price: 9000n, complete: true });
  });

  it("goes by the order of the entries, and counts a price that was replaced at once", () => {
    const entries = [
      shown("2026-09-01", 10000n),
      shown("2026-10-20T12:00:00Z", 9000n),
      shown("2026-10-20T10:10:00Z", 5000n),
      shown("2026-10-20T11:00:00Z", 9000n),
    ];
    expect(asked(entries, { now: "2026-11-10" })).toMatchObject({ price: 5000n, complete: true });
    // A clock that is ahead does not hide what was written.
    const ahead = [shown("2026-09-01", 10000n), shown("2026-11-11", 4000n), shown("2026-11-11", 10000n)];
    expect(asked(ahead, { now: "2026-11-10" }).price).toBe(10000n);
    expect(asked(ahead, { now: "2026-11-10T08:00:01Z" }).price).toBe(10000n);
    expect(asked(ahead, { now: "2026-11-12" }).price).toBe(4000n);
  });

  it("takes the sale's price for a part of the reduction until a store that may be late is read", () => {
    const planned = sale(7000n, "2026-10-20", null);
    const entries = [
      ofStore("2026-08-01", 10000n, { sale: planned }),
      ofStore("2026-10-20T08:20:00Z", 10000n, { shopperPrice: 7000n, sale: planned }),
    ];
    const began = { since: "2026-10-20T08:00:00.000Z", price: 10000n, complete: true };
    expect(asked(entries, { now: "2026-10-25" })).toMatchObject(began);
    // It was read once more before it noticed.
    const late = [
      ...entries,
      ofStore("2026-10-20T08:10:00Z", 10100n, { sale: planned, shopperPrice: 10100n }),
    ];
    expect(
      asked(
        late.sort((a, b) => a.atMs - b.atMs),
        { now: "2026-10-25" },
      ),
    ).toMatchObject(began);
  });

  it("counts a running sale that the store has not noticed when it is first seen", () => {
    const short = sale(8000n, "2026-10-20", "2026-10-20T20:00:00Z");
    const entries = [
      ofStore("2026-08-01", 10000n),
      ofStore("2026-10-20T08:05:00Z", 10000n, { sale: short }),
      ofStore("2026-10-21T10:00:00Z", 10000n, { sale: short }),
    ];
    expect(asked(entries, { now: "2026-11-10" })).toMatchObject({ price: 8000n, since: null });
  });

  it("counts what a store charged through several prices that people state before it is read", () => {
    const ended = sale(8000n, "2026-10-01", "2026-10-05T20:00:00Z");
    const stated = (day: string, price: bigint) => ofStore(day, price, { shopperPrice: null, sale: ended });
    const entries = [
      ofStore("2026-10-01", 10000n, { shopperPrice: 8000n, sale: ended }),
      stated("2026-10-05T10:00:00Z", 10100n),
      stated("2026-10-05T11:00:00Z", 10200n),
      ofStore("2026-10-06T09:00:00Z", 10000n, { sale: ended }),
    ];
    expect(asked(entries, { now: "2026-11-05", reducedAtMs: at("2026-11-05") }).price).toBe(8000n);
  });

  it("does not begin a reduction in a time that is not known", () => {
    const since = sale(9000n, "2026-10-01", null);
    const entries = [
      ofStore("2026-08-01", 10000n),
      ofStore("2026-10-01", 10000n, { shopperPrice: 9000n, sale: since }),
      ofStore("2026-10-14", 10000n, { shopperPrice: 8500n, sale: { ...since, price: 8500n } }),
    ];
    const reads = [
      { fromMs: at("2026-08-01"), untilMs: at("2026-10-08") },
      { fromMs: at("2026-10-14"), untilMs: at("2026-10-20") },
    ];
    expect(asked(entries, { now: "2026-10-20" }, reads)).toMatchObject({
      since: "2026-10-14T08:00:00.000Z",
      complete: false,
    });
    // The same price at both ends of it goes on.
    const same = [
      ...entries.slice(0, 2),
      ofStore("2026-10-14", 10000n, { shopperPrice: 9000n, sale: since }),
    ];
    expect(asked(same, { now: "2026-10-20" }, reads)).toMatchObject({
      since: "2026-10-01T08:00:00.000Z",
      price: 10000n,
      complete: true,
    });
  });

  it("counts a price before one whose writer's clock was behind", () => {
    const entries = [
      shown("2026-08-01", 10000n),
      shown("2026-10-20", 8000n),
      shown("2026-09-01T08:00:00Z", 10000n),
    ];
    expect(asked(entries, { now: "2026-11-05" }).price).toBe(8000n);
  });

  it("is not complete where the reduction is still to come", () => {
    const entries = [shown("2026-09-01", 9000n)];
    expect(asked(entries, { now: "2026-11-10", reducedAtMs: at("2026-11-20") })).toMatchObject({
      price: 9000n,
      complete: false,
    });
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
    expect(from("Europe/Berlin", "2026-11-15T08:00:00Z")).toBe("2026-10-15T22:00:00.000Z");
    expect(from("America/New_York", "2026-11-15T08:00:00Z")).toBe("2026-10-16T04:00:00.000Z");
    expect(from("Australia/Lord_Howe", "2026-10-20T08:00:00Z")).toBe("2026-09-19T13:30:00.000Z");
    // A day that begins at one o'clock, thirty days after one that begins at midnight.
    expect(from("Atlantic/Azores", "2026-03-29T12:00:00Z")).toBe("2026-02-27T01:00:00.000Z");
  });
});
