import { expect, it } from "vitest";
import { randomFrom } from "@/server/testing/random";
import { type PriorPriceQuestion, priorPrice } from "./prior-price";
import type { Span } from "./read-times";
import type { ShopPrice } from "./shop-prices";

const STEP_MS = 30 * 60_000;
const DAY = 48;
const BEGIN_MS = Date.parse("2026-08-20T00:00:00Z");
const STEPS = 80 * DAY;
const HISTORIES = 10_000;
const ZONES = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/New_York"];
const STORE = "int_1";

const timeOf = (step: number): number => BEGIN_MS + step * STEP_MS;
const stepOf = (ms: number): number => (ms - BEGIN_MS) / STEP_MS;

interface Shown {
  price: bigint | null;
  compareAt: bigint | null;
  sale: { price: bigint; from: number | null; until: number | null } | null;
}

/** A shop as it is: what it charges at each step, and what Pricecheck saw of it. */
interface Played {
  readonly charged: (bigint | null)[];
  readonly reference: (bigint | null)[];
  readonly entries: ShopPrice[];
  readonly reads: Span[];
  /** Whether the shop notices each begin and end of a sale at once, and is read at once. */
  readonly isPunctual: boolean;
  /** Whether it was read again and again around a step. */
  readonly isRead: (step: number) => boolean;
}

const runs = ({ sale }: Shown, step: number) =>
  sale !== null && (sale.from === null || sale.from <= step) && (sale.until === null || step < sale.until);

/** Plays eighty days of a shop by half hours: edits, sales that a job begins and ends late, and reads. */
function play(random: () => number): Played {
  const below = (count: number) => Math.floor(random() * count);
  const isPunctual = random() < 0.5;
  const edits = new Set(Array.from({ length: below(9) }, () => 1 + below(STEPS - 1)));
  const blackout = isPunctual || random() < 0.6 ? null : { from: below(STEPS), steps: (3 + below(17)) * DAY };
  const isRead = (step: number) =>
    blackout === null || step < blackout.from || step >= blackout.from + blackout.steps;
  const shown: Shown = { price: BigInt(5 + below(6)), compareAt: null, sale: null };
  const played: Played = { charged: [], reference: [], entries: [], reads: [], isPunctual, isRead };
  let isOn = false;
  let jobAt = 0;
  let readAt = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const edited = edits.has(step);
    if (edited) edit(shown, step, random);
    const edge = shown.sale?.from === step || shown.sale?.until === step;
    if (edge) jobAt = step + (isPunctual ? 0 : below(12));
    // Whoever saves a product makes the shop compute its price anew.
    if (edited || step === jobAt) isOn = runs(shown, step);
    const paid = isOn && shown.sale ? shown.sale.price : shown.price;
    played.charged.push(paid);
    const higher = [shown.price, shown.compareAt].filter(
      (each) => each !== null && paid !== null && each > paid,
    );
    played.reference.push(
      higher.reduce((most, each) => (most === null || (each ?? 0n) > most ? each : most), null),
    );
    const isDue = step >= readAt || edited || (isPunctual && (edge || step === jobAt));
    if (!isDue || !isRead(step)) continue;
    readAt = step + 1 + below(2 * DAY - 1);
    see(played, shown, paid, step);
  }
  return played;
}

/** The merchant changes one thing. */
function edit(shown: Shown, step: number, random: () => number): void {
  const below = (count: number) => Math.floor(random() * count);
  const kind = random();
  if (kind < 0.5) shown.price = random() < 0.04 ? null : BigInt(5 + below(6));
  else if (kind < 0.65) shown.compareAt = random() < 0.3 ? null : BigInt(6 + below(6));
  else if (kind < 0.75) shown.sale = null;
  else {
    const [from = 0, until = 0] = [step - 2 * DAY + below(10 * DAY), step + below(20 * DAY)].sort(
      (a, b) => a - b,
    );
    const price = BigInt(3 + below(5));
    shown.sale = { price, from: random() < 0.3 ? null : from, until: random() < 0.3 ? null : until };
  }
}

/** A sync reads the shop, and writes what changed. */
function see(
  played: Played,
  { price, compareAt, sale }: Shown,
  shopperPrice: bigint | null,
  step: number,
): void {
  const date = (edge: number | null) => (edge === null ? null : new Date(timeOf(edge)));
  const seen = {
    price,
    compareAt,
    shopperPrice,
    sale: sale && { price: sale.price, from: date(sale.from), until: date(sale.until) },
  };
  const text = (value: unknown) =>
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}` : each));
  const last = played.entries.at(-1);
  const known = last && {
    price: last.price,
    compareAt: last.compareAt,
    shopperPrice: last.shopperPrice,
    sale: last.sale,
  };
  if (text(known) !== text(seen))
    played.entries.push({
      ...seen,
      atMs: timeOf(step),
      currency: "EUR",
      integrationId: STORE,
      isKnown: true,
      isStated: false,
    });
  const reading = played.reads.at(-1);
  if (reading && timeOf(step) - reading.untilMs <= 2 * DAY * STEP_MS)
    played.reads[played.reads.length - 1] = { fromMs: reading.fromMs, untilMs: timeOf(step) };
  else played.reads.push({ fromMs: timeOf(step), untilMs: timeOf(step) });
}

/** The first step of the reduction that the shop really shows; null without one. */
function reducedSince({ charged, reference }: Played, now: number, isProgressive: boolean): number | null {
  let since: number | null = null;
  for (let step = now; step >= 0; step -= 1) {
    const [paid, beside] = [charged[step] ?? null, reference[step] ?? null];
    if (paid === null || beside === null) break;
    const [nextPaid, nextBeside] = since === null ? [paid, beside] : [charged[since], reference[since]];
    if (nextPaid == null || nextBeside == null || nextBeside > beside) break;
    if (paid < nextPaid || (paid > nextPaid && !isProgressive)) break;
    since = step;
  }
  return since;
}

const lowestOf = (prices: readonly (bigint | null)[]): bigint | null =>
  prices.reduce((least, each) => (each !== null && (least === null || each < least) ? each : least), null);

it(`is never above what a played shop charged, and exact where it is read at once, over ${HISTORIES} histories`, () => {
  const random = randomFrom(27_300);
  const seen = { reduced: 0, complete: 0, incomplete: 0, late: 0 };
  for (let n = 0; n < HISTORIES; n += 1) {
    const played = play(random);
    const now = 20 * DAY + Math.floor(random() * 60 * DAY);
    const question: PriorPriceQuestion = {
      currency: "EUR",
      nowMs: timeOf(now),
      reducedAtMs: random() < 0.3 ? timeOf(Math.floor(random() * now)) : null,
      timeZone: ZONES[n % ZONES.length] ?? "UTC",
      isProgressive: random() < 0.5,
    };
    const entries = played.entries.filter(({ atMs }) => atMs <= question.nowMs);
    const reads = played.reads
      .filter(({ fromMs }) => fromMs <= question.nowMs)
      .map(({ fromMs, untilMs }) => ({ fromMs, untilMs: Math.min(untilMs, question.nowMs) }));
    const found = priorPrice({ entries, reads: new Map([[STORE, reads]]) }, question);
    const charged = played.charged.slice(Math.max(0, stepOf(found.fromMs)), stepOf(found.untilMs));
    const truth = lowestOf(charged);
    const what = `history ${n}`;
    if (found.isComplete && played.isRead(now))
      expect(truth !== null && found.price !== null && found.price <= truth, what).toBe(true);
    if (played.isPunctual) {
      const isKnown = stepOf(found.fromMs) >= 0 && charged.every((each) => each !== null);
      const since = question.reducedAtMs === null ? reducedSince(played, now, question.isProgressive) : null;
      expect([found.price, found.isComplete, found.reducedSinceMs], what).toEqual([
        truth,
        isKnown,
        since === null ? null : timeOf(since),
      ]);
    } else seen.late += 1;
    if (found.reducedSinceMs !== null) seen.reduced += 1;
    if (found.isComplete) seen.complete += 1;
    else seen.incomplete += 1;
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(HISTORIES / 50);
});
