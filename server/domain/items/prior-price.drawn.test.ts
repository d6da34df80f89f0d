import { expect, it } from "vitest";
import { randomFrom } from "@/server/testing/random";
import { type PriorPriceQuestion, priorPrice } from "./prior-price";
import type { ShopPrice } from "./shop-prices";

const STEP_MS = 30 * 60_000;
const DAY_STEPS = 48;
const BEGIN_MS = Date.parse("2026-08-20T00:00:00Z");
const LONGEST = 80 * DAY_STEPS;
const HISTORIES = 10_000;
const ZONES = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/New_York"];

interface History {
  readonly entries: readonly ShopPrice[];
  readonly question: PriorPriceQuestion;
}

const timeOf = (step: number): number => BEGIN_MS + step * STEP_MS;

/** Draws up to eight changes of what a shop shows in eighty days, with sales, unknown prices and another currency. */
function drawn(random: () => number): History {
  const below = (count: number) => Math.floor(random() * count);
  const someStep = () => below(LONGEST);
  const steps = Array.from({ length: 1 + below(8) }, someStep).sort((a, b) => a - b);
  const entries = steps.map((step): ShopPrice => {
    const price = random() < 0.05 ? null : BigInt(5 + below(6));
    const edges = [someStep(), someStep()].sort((a, b) => a - b).map((edge) => new Date(timeOf(edge)));
    const sale =
      random() < 0.4
        ? {
            price: BigInt(3 + below(5)),
            from: random() < 0.3 ? null : (edges[0] ?? null),
            until: random() < 0.3 ? null : (edges[1] ?? null),
          }
        : null;
    return {
      atMs: timeOf(step),
      currency: random() < 0.04 ? "USD" : "EUR",
      price,
      shopperPrice: random() < 0.5 ? null : BigInt(3 + below(8)),
      compareAt: random() < 0.3 ? BigInt(6 + below(6)) : null,
      sale,
    };
  });
  return {
    entries,
    question: {
      currency: "EUR",
      nowMs: timeOf(20 * DAY_STEPS + below(60 * DAY_STEPS)),
      reducedAtMs: random() < 0.3 ? timeOf(20 * DAY_STEPS + below(60 * DAY_STEPS)) : null,
      timeZone: ZONES[below(ZONES.length)] ?? "UTC",
      isProgressive: random() < 0.5,
    },
  };
}

/** What a shopper may have paid at least and whether a reduction was shown, half an hour by half an hour. */
function shownByStep(entries: readonly ShopPrice[], count: number) {
  const shown: { lowest: bigint | null; reduced: boolean }[] = [];
  let paid: bigint | null = null;
  for (let step = 0; step < count; step += 1) {
    const ms = timeOf(step);
    const entry = entries.findLast((each) => each.atMs <= ms);
    if (entry === undefined) {
      shown.push({ lowest: null, reduced: false });
      continue;
    }
    const { sale } = entry;
    const runs =
      sale && (!sale.from || sale.from.getTime() <= ms) && (!sale.until || ms < sale.until.getTime());
    const byDates = sale ? (runs ? sale.price : entry.price) : (entry.shopperPrice ?? entry.price);
    const edge = sale?.from?.getTime() === ms || sale?.until?.getTime() === ms;
    if (entry.atMs === ms || entry.shopperPrice === null) paid = entry.shopperPrice ?? byDates;
    else if (edge) paid = paid === null || byDates === null ? null : paid < byDates ? paid : byDates;
    const lowest = entry.currency === "EUR" ? paid : null;
    const higher = (price: bigint | null) => lowest !== null && price !== null && price > lowest;
    shown.push({ lowest, reduced: higher(entry.price) || higher(entry.compareAt) });
  }
  return shown;
}

/** The same by counting: every half hour of the thirty days is looked at. */
function counted({ entries, question }: History, fromMs: number) {
  const { nowMs, reducedAtMs, isProgressive } = question;
  const stepOf = (ms: number) => (ms - BEGIN_MS) / STEP_MS;
  const shown = shownByStep(entries, stepOf(Math.max(nowMs, reducedAtMs ?? 0)) + 1);
  let since: number | null = null;
  for (let step = stepOf(nowMs); reducedAtMs === null && step >= 0; step -= 1) {
    const [here, later] = [shown[step], since === null ? undefined : shown[since]];
    if (!here?.reduced || here.lowest === null) break;
    const price = later?.lowest ?? here.lowest;
    if (here.lowest < price || (here.lowest > price && !isProgressive)) break;
    since = step;
  }
  const until = since ?? stepOf(reducedAtMs ?? nowMs);
  const prices = shown.slice(Math.max(0, stepOf(fromMs)), until).map(({ lowest }) => lowest);
  const known = prices.filter((price) => price !== null);
  const price = known.reduce<bigint | null>(
    (least, each) => (least === null || each < least ? each : least),
    null,
  );
  return { since, price, complete: stepOf(fromMs) >= 0 && prices.every((each) => each !== null) };
}

it(`equals a count of every half hour, over ${HISTORIES} histories`, () => {
  const random = randomFrom(27_300);
  const seen = { reduced: 0, complete: 0, unknown: 0 };
  for (let n = 0; n < HISTORIES; n += 1) {
    const history = drawn(random);
    const found = priorPrice(history.entries, history.question);
    const expected = counted(history, found.fromMs);
    const got = {
      since: found.reducedSinceMs === null ? null : (found.reducedSinceMs - BEGIN_MS) / STEP_MS,
      price: found.price,
      complete: found.knownFromMs === found.fromMs,
    };
    expect(got, `history ${n}`).toEqual(expected);
    if (got.since !== null) seen.reduced += 1;
    if (got.complete) seen.complete += 1;
    if (got.price === null) seen.unknown += 1;
  }
  expect(Math.min(seen.reduced, seen.complete, seen.unknown)).toBeGreaterThan(HISTORIES / 100);
});
