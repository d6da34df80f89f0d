import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import {
  isApplied,
  isLongInDoubt,
  nextStep,
  onDisconnect,
  type StorePriceRead,
  type WriteBackState,
} from "@/server/domain/write-backs/write-back";

const NOW = 100_000_000;
const settings = {
  quarantineMs: 60_000,
  unknownOutcomeAlertMs: HOUR_MS,
  writeBackDeadlineMs: 7 * DAY_MS,
  completesWrites: true,
};

const row = (over: Partial<WriteBackState> = {}): WriteBackState => ({
  expectedPrice: 2000n,
  targetPrice: 2149n,
  currency: "EUR",
  writeKey: "wbk_1",
  createdAt: new Date(NOW - 1000),
  sentAt: null,
  firstSentAt: null,
  waitsUntil: null,
  ...over,
});
const sent = (agoMs: number, firstAgoMs = agoMs) =>
  row({
    sentAt: new Date(NOW - agoMs),
    firstSentAt: new Date(NOW - firstAgoMs),
    createdAt: new Date(NOW - firstAgoMs),
  });
const store = (over: Partial<Exclude<StorePriceRead, "unreachable">> = {}): StorePriceRead => ({
  price: 2000n,
  currency: "EUR",
  writeKey: null,
  complete: true,
  readAtMs: NOW,
  shopperPrice: over.price === undefined ? 2000n : over.price,
  compareAt: null,
  sale: null,
  ...over,
});
const next = (state: WriteBackState, reading: StorePriceRead | null) =>
  nextStep(state, reading, NOW, settings);

describe("a write-back before any send", () => {
  it("reads the store, then sends on the expected price alone", () => {
    expect(next(row(), null)).toEqual({ step: "read" });
    expect(next(row(), store())).toEqual({ step: "send" });
    expect(next(row(), store({ writeKey: "wbk_other" }))).toMatchObject({ step: "send" });
  });

  it("is a conflict on any other price, and nothing is sent", () => {
    expect(next(row(), store({ price: 1999n }))).toEqual({
      step: "conflict",
      reason: "price_moved",
      storePrice: 1999n,
    });
    expect(next(row(), store({ currency: "USD" }))).toMatchObject({
      step: "conflict",
      reason: "currency_changed",
    });
    expect(next(row(), store({ price: null, currency: null }))).toMatchObject({
      step: "conflict",
      reason: "not_in_store",
    });
  });

  it("is applied with nothing sent when the price already is the target", () => {
    expect(next(row(), store({ price: 2149n }))).toMatchObject({ step: "applied", by: "already_at_target" });
    expect(next(row(), store({ price: 2149n, complete: false }))).toMatchObject({ step: "conflict" });
  });

  it("does not act on a read from before the approval, which may show a price that has changed since", () => {
    const before = { readAtMs: NOW - 1001 };
    expect(next(row(), store({ price: 2149n, ...before }))).toMatchObject({ step: "read" });
    expect(next(row(), store(before))).toMatchObject({ step: "read" });
    expect(next(row(), store({ price: 2149n, readAtMs: NOW - 1000 }))).toMatchObject({ step: "applied" });
  });

  it("waits for a store that does not answer, and is given up in the end", () => {
    expect(next(row(), "unreachable")).toEqual({ step: "wait", untilMs: null });
    const old = row({ createdAt: new Date(NOW - settings.writeBackDeadlineMs) });
    expect(next(old, "unreachable")).toMatchObject({ step: "fail", reason: "gave_up" });
    expect(next(old, store())).toMatchObject({ step: "fail" });
  });
});

describe("a write-back whose send has no known end", () => {
  it("waits out the quarantine: a read from within it proves nothing", () => {
    const until = { step: "wait", untilMs: NOW - 1000 + settings.quarantineMs };
    expect(next(sent(1000), null)).toMatchObject(until);
    expect(next(sent(1000), store())).toMatchObject(until);
    expect(next(sent(1000), store({ price: 1n }))).toMatchObject(until);
  });

  it("reads again after the quarantine, and does not act on an older reading", () => {
    expect(next(sent(60_000), null)).toMatchObject({ step: "read" });
    expect(next(sent(60_000), store({ readAtMs: NOW - 1 }))).toMatchObject({ step: "read" });
  });

  it("is applied as soon as our write key is seen beside the price as intended", () => {
    expect(next(sent(1), store({ writeKey: "wbk_1", price: 2149n }))).toMatchObject({
      step: "applied",
      by: "write_key",
    });
  });

  it("is in doubt while our write key stands beside another price or one written in part", () => {
    const ours = { writeKey: "wbk_1" };
    for (const over of [{}, { price: 1500n }, { price: 2149n, complete: false, shopperPrice: 2000n }])
      expect(next(sent(1), store({ ...ours, ...over }))).toMatchObject({ step: "wait" });
    expect(next(sent(1), store({ ...ours, price: 2149n, currency: "USD" }))).toMatchObject({ step: "wait" });
  });

  it("is completed after the quarantine where shoppers still pay the price from before", () => {
    const marked = { writeKey: "wbk_1" };
    const half = { ...marked, price: 2149n, complete: false, shopperPrice: 2000n };
    for (const over of [marked, half]) {
      expect(next(sent(60_000), store(over))).toMatchObject({ step: "complete" });
      expect(next(row(), store(over))).toMatchObject({ step: "complete" });
    }
  });

  it.each([
    ["another price stands there", { price: 1500n, shopperPrice: 1500n }],
    ["shoppers pay another price", { price: 2149n, complete: false, shopperPrice: 1500n }],
    ["what shoppers pay is not known", { price: 2149n, complete: false, shopperPrice: null }],
    ["the price from before is itself incomplete", { complete: false, shopperPrice: 1500n }],
    ["a sale price stands", { sale: { price: 1500n, from: null, until: null } }],
    ["a past sale was not removed", { sale: { price: 1500n, from: null, until: new Date(NOW - 1) } }],
  ])("is a conflict, and not completed, where %s", (_why, over) => {
    expect(next(sent(60_000), store({ writeKey: "wbk_1", ...over }))).toMatchObject({
      step: "conflict",
      reason: "written_in_part",
    });
  });

  it("is a conflict in a store whose connector cannot complete writes", () => {
    const rules = { ...settings, completesWrites: false };
    expect(nextStep(sent(60_000), store({ writeKey: "wbk_1" }), NOW, rules)).toMatchObject({
      step: "conflict",
      reason: "written_in_part",
    });
  });

  it("is sent again only on the expected price, after the quarantine", () => {
    expect(next(sent(60_000), store())).toMatchObject({ step: "send" });
    expect(next(sent(60_000), store({ price: 1800n }))).toMatchObject({ step: "conflict" });
  });

  it("does not take somebody else's identical price for its own", () => {
    expect(next(sent(60_000), store({ price: 2149n }))).toMatchObject({
      step: "conflict",
      reason: "price_moved",
    });
  });

  it("raises an alert after an hour, counted from the first send", () => {
    expect(isLongInDoubt(sent(70_000), NOW, settings)).toBe(false);
    expect(isLongInDoubt(sent(70_000, settings.unknownOutcomeAlertMs), NOW, settings)).toBe(true);
    expect(isLongInDoubt(row({ createdAt: new Date(0) }), NOW, settings)).toBe(false);
  });

  it("is sent again after as long as it has been in doubt, and at least once an hour", () => {
    const again = (agoMs: number, doubtMs: number) => next(sent(agoMs, agoMs + doubtMs), store());
    expect(again(60_000, 60_000)).toEqual({ step: "send" });
    expect(again(60_000, 300_000)).toEqual({ step: "wait", untilMs: NOW + 240_000 });
    expect(again(300_000, 300_000)).toEqual({ step: "send" });
    expect(again(HOUR_MS - 1, 5 * HOUR_MS)).toEqual({ step: "wait", untilMs: NOW + 1 });
    expect(again(HOUR_MS, 5 * HOUR_MS)).toEqual({ step: "send" });
  });

  it("is settled by what the store has while it is not sent again", () => {
    const rarely = sent(60_000, 3 * HOUR_MS);
    expect(next(rarely, store({ writeKey: "wbk_1", price: 2149n }))).toMatchObject({ step: "applied" });
    expect(next(rarely, store({ price: 1800n }))).toMatchObject({ step: "conflict" });
    expect(next(rarely, store({ writeKey: "wbk_1" }))).toMatchObject({ step: "complete" });
  });

  it("is given up after seven days, but looked at once more first", () => {
    const old = sent(70_000, settings.writeBackDeadlineMs);
    expect(next(old, null)).toMatchObject({ step: "read" });
    expect(next(old, store())).toMatchObject({ step: "fail", reason: "gave_up" });
    expect(next(old, "unreachable")).toMatchObject({ step: "fail" });
    expect(next(old, store({ writeKey: "wbk_1" }))).toMatchObject({ step: "conflict" });
    expect(next(old, store({ writeKey: "wbk_1", price: 2149n }))).toMatchObject({ step: "applied" });
    expect(next(old, store({ price: 1n }))).toMatchObject({ step: "conflict" });
  });
});

describe("afterwards", () => {
  it("our write key beside its price shows that a given-up write arrived after all", () => {
    const arrived = { writeKey: "wbk_1", price: 2149n };
    expect(isApplied(row(), store(arrived))).toBe(true);
    expect(isApplied(row(), store({ price: 2149n }))).toBe(false);
    expect(isApplied(row(), store({ ...arrived, price: 2000n }))).toBe(false);
    expect(isApplied(row(), store({ ...arrived, complete: false }))).toBe(false);
    expect(isApplied(row(), store({ ...arrived, currency: "USD" }))).toBe(false);
    expect(isApplied(row(), "unreachable")).toBe(false);
  });

  it("a disconnect ends what was never sent and is refused for what was", () => {
    expect(onDisconnect(row())).toBe("fail");
    expect(onDisconnect(sent(1))).toBe("refuse");
  });
});

it("a write that waited for a freeze is given up as long after its end as another one after its approval", () => {
  const approvedAt = new Date(NOW - 30 * DAY_MS);
  const released = (agoMs: number) => row({ createdAt: approvedAt, waitsUntil: new Date(NOW - agoMs) });
  expect(next(released(0), store())).toMatchObject({ step: "send" });
  expect(next(released(settings.writeBackDeadlineMs - 1), store())).toMatchObject({ step: "send" });
  expect(next(released(settings.writeBackDeadlineMs), store())).toMatchObject({ step: "fail" });
});
