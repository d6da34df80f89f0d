import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ShopWindow } from "@/server/domain/items/shop-window";
import { parseCredentials } from "@/server/stores/credentials";
import { STORE_FACTS, type StoreFact } from "@/server/stores/declaration";
import {
  DEFAULT_TIMEOUT_MS,
  type StoreConnection,
  type StoreConnector,
  type StoreCredentials,
  StoreError,
  type StoreVariant,
} from "@/server/stores/port";
import { connectorFor, type StoreKind } from "@/server/stores/registry";
import { type FaultMode, type FaultProxy, startFaultProxy } from "@/server/testing/fault-proxy";

/** A variant of the store under test; the price is minor units of EUR. */
export type Shelved = { readonly ref: string; readonly price: bigint };

/** A running store that sells in EUR, as the suite needs it: how to reach it, and the ways past the connector. */
export type StoreBench = {
  readonly url: string;
  /** As people give them. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly wrongCredentials: Readonly<Record<string, string>>;
  /** Found in the request that writes a price, and in no other. */
  readonly writeMatch: string;
  /** Every variant, at least 40 of them, asked of the store without the connector. */
  readonly variants: () => Promise<readonly Shelved[]>;
  readonly look: (ref: string) => Promise<{ readonly price: bigint; readonly writeKey: string | null }>;
  readonly editPrice: (ref: string, price: bigint) => Promise<void>;
  /** Sets what shoppers see beside the price as the merchant; null for a store that reports no sale. */
  readonly show: ((ref: string, shown: Pick<ShopWindow, "sale" | "compareAt">) => Promise<void>) | null;
  /**
   * The ways in which the store can crash between its separate writes of key and price, each with a function that makes
   * the next write end so; none for a store that stores both or neither.
   */
  readonly crashes: readonly { readonly name: string; readonly arm: () => Promise<void> }[];
  /** The store recognizes a copy of a request and refuses it; else a copy is carried out too. */
  readonly refusesCopies?: true;
  /** How slow the store is; default: `QUICK`. */
  readonly pace?: Pace;
  /** How often the store itself says it carried out a write with this key. */
  readonly effects: (writeKey: string) => Promise<number>;
  readonly stop: () => Promise<void>;
};

/** Credentials as a connector's declaration reads them. */
export function credentialsFor(
  connector: StoreConnector,
  given: Readonly<Record<string, string>>,
): StoreCredentials {
  const parsed = parseCredentials(connector, given);
  if (parsed.ok) return parsed.credentials;
  throw new Error(`${connector.kind}: ${JSON.stringify(parsed.issues)}`);
}

/** The times of a store, in milliseconds. */
export type Pace = {
  /** The time-out of the calls that a fault hits; the store answers well within it, and a fault is late by twice as much. */
  readonly timeoutMs: number;
  /** The time-out of the other calls. */
  readonly patienceMs: number;
};
const QUICK: Pace = { timeoutMs: 600, patienceMs: DEFAULT_TIMEOUT_MS };

/** What a fault during a write comes to: what the caller is told, and how often the store then did it. */
const FAULTS: readonly {
  readonly mode: FaultMode;
  readonly reason: string | null;
  readonly certainty: string | null;
  readonly effects: number;
}[] = [
  { mode: "pass", reason: null, certainty: null, effects: 1 },
  { mode: "drop-request", reason: "unreachable", certainty: "unknown", effects: 0 },
  { mode: "drop-response", reason: "unreachable", certainty: "unknown", effects: 1 },
  { mode: "delay-request", reason: "timeout", certainty: "unknown", effects: 1 },
  { mode: "delay-response", reason: "timeout", certainty: "unknown", effects: 1 },
  { mode: "duplicate", reason: null, certainty: null, effects: 2 },
  { mode: "502-after-apply", reason: "bad_answer", certainty: "unknown", effects: 1 },
  { mode: "429-before", reason: "throttled", certainty: "definite", effects: 0 },
];

async function caught(work: Promise<unknown>): Promise<StoreError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/**
 * Holds a registered connector to what the port promises, against a store that runs. Every connector's folder has a
 * `conformance.test.ts` that calls this.
 */
export function describeConformance(kind: StoreKind, start: () => Promise<StoreBench>): void {
  const connector = connectorFor(kind);
  describe(`a ${kind} store keeps what the port promises:`, () => conformanceTests(connector, start));
}

function conformanceTests(connector: StoreConnector, start: () => Promise<StoreBench>): void {
  let bench: StoreBench;
  let proxy: FaultProxy;
  let connection: StoreConnection;
  let untouched: Shelved[] = [];
  let item: Shelved;
  let writeKey: string;
  let count = 0;
  let pace = QUICK;

  beforeAll(async () => {
    bench = await start();
    proxy = await startFaultProxy({ target: bench.url });
    const credentials = credentialsFor(connector, bench.credentials);
    pace = bench.pace ?? QUICK;
    connection = { url: proxy.url, credentials, allowPrivate: true, timeoutMs: pace.patienceMs };
    untouched = [...(await bench.variants())];
    await connector.test(connection);
  }, 300_000);
  afterAll(async () => {
    await proxy?.stop();
    await bench?.stop();
  });
  beforeEach(() => {
    proxy.clear();
    const next = untouched.shift();
    if (!next) throw new Error("The store has too few variants for this suite.");
    item = next;
    count += 1;
    writeKey = `wbk_${count}`;
  });

  const write = (target: bigint, over: Partial<StoreConnection> = {}) =>
    connector.writePrice({ ...connection, ...over }, item.ref, {
      target,
      currency: "EUR",
      writeKey,
      expected: item.price,
    });

  it("it says which currency it sells in", async () => {
    expect(await connector.test(connection)).toMatchObject({ currency: "EUR" });
  });

  it("a written price and its key are found together, read back and past the connector", async () => {
    const response = await write(item.price + 100n);
    expect(response).toMatchObject({ price: item.price + 100n, currency: "EUR", writeKey });
    const wanted = { price: item.price + 100n, writeKey };
    const read = await connector.readPrice(connection, item.ref);
    expect(read).toMatchObject({ ...wanted, currency: "EUR", complete: true });
    expect([null, item.price + 100n]).toContain(read.shopperPrice);
    expect(await bench.look(item.ref)).toEqual(wanted);
    await expect.poll(() => bench.effects(writeKey)).toBe(1);
  });

  it("a write that may not leave any more is not sent, and may still before", async () => {
    const late = await caught(write(item.price + 100n, { mayStillWrite: () => false }));
    expect(late).toMatchObject({ reason: "timeout", certainty: "definite" });
    expect(await bench.effects(writeKey)).toBe(0);
    await write(item.price + 100n, { mayStillWrite: () => true });
    await expect.poll(() => bench.effects(writeKey)).toBe(1);
  });

  it.each(FAULTS)("a write under $mode is told as $reason, $certainty, and is sent once", async (fault) => {
    const before = proxy.log().length;
    proxy.fault({ mode: fault.mode, match: bench.writeMatch, ms: pace.timeoutMs * 2 });
    const error = await caught(write(item.price + 100n, { timeoutMs: pace.timeoutMs }));
    expect(error?.reason ?? null).toBe(fault.reason);
    expect(error?.certainty ?? null).toBe(fault.certainty);
    expect(error?.retryAfterMs ?? null).toBe(fault.mode === "429-before" ? 1000 : null);
    if (fault.mode === "delay-request") expect(await bench.effects(writeKey)).toBe(0);
    await proxy.settled();
    const sent = proxy
      .log()
      .slice(before)
      .filter(({ path, body }) => (path + body).includes(bench.writeMatch));
    expect(sent).toHaveLength(1);
    const applied = { price: item.price + 100n, writeKey };
    expect(await bench.look(item.ref)).toEqual(
      fault.effects > 0 ? applied : { price: item.price, writeKey: null },
    );
    const effects = bench.refusesCopies ? Math.min(fault.effects, 1) : fault.effects;
    await expect.poll(() => bench.effects(writeKey)).toBe(effects);
  });

  it("a crash between key and price is shown as a price that is not the intended one, and can be completed", async () => {
    const { marker, completesWrites } = connector.capabilities;
    expect(bench.crashes.length > 0).toBe(marker === "before_price");
    const target = item.price + 100n;
    for (const { name, arm } of bench.crashes) {
      await arm();
      expect(await caught(write(target)), name).toMatchObject({ certainty: "unknown" });
      const left = await connector.readPrice(connection, item.ref);
      expect(left.writeKey, name).toBe(writeKey);
      expect(left.complete && left.price === target, name).toBe(false);
    }
    if (!completesWrites || bench.crashes.length === 0) return;
    await connector.writePrice(connection, item.ref, {
      target,
      currency: "EUR",
      writeKey,
      expected: item.price,
      completes: true,
    });
    expect(await connector.readPrice(connection, item.ref)).toMatchObject({
      price: target,
      shopperPrice: target,
      complete: true,
      sale: null,
      writeKey,
    });
  });

  it("a sale is what shoppers pay while it runs, and a write above it changes the price alone", async () => {
    expect(bench.show !== null).toBe(connector.reads.includes("sale"));
    if (bench.show === null) return;
    const day = 24 * 60 * 60 * 1000;
    const until = new Date(Math.ceil(Date.now() / 1000) * 1000 + day);
    const sale = { price: item.price - 100n, from: new Date(until.getTime() - 2 * day), until };
    const compareAt = connector.reads.includes("compareAt") ? item.price + 500n : null;
    await bench.show(item.ref, { sale, compareAt });
    const before = await connector.readPrice(connection, item.ref);
    expect(before).toMatchObject({ price: item.price, shopperPrice: sale.price, compareAt, sale });
    await write(item.price + 100n);
    const after = await connector.readPrice(connection, item.ref);
    expect(after).toEqual({ ...before, price: item.price + 100n, writeKey });
    const [listed] = (await listAll(100, null, 1000)).filter(({ ref }) => ref === item.ref);
    expect(listed).toMatchObject(after);
    await bench.show(item.ref, { sale: { ...sale, from: new Date(until.getTime() - day / 2) }, compareAt });
    const planned = await connector.readPrice(connection, item.ref);
    expect(planned.shopperPrice).toBe(item.price + 100n);
  });

  it.each(FAULTS)("a read under $mode is never in doubt and never guesses", async ({ mode, reason }) => {
    proxy.fault({ mode, ms: pace.timeoutMs * 2 });
    const work = connector.readPrice({ ...connection, timeoutMs: pace.timeoutMs }, item.ref);
    if (reason === null) {
      expect(await work).toMatchObject({ price: item.price, writeKey: null });
    } else {
      expect(await caught(work)).toMatchObject({ reason, certainty: "definite" });
    }
    await proxy.settled();
  });

  it("wrong credentials are refused for certain and change nothing", async () => {
    const wrong = { credentials: credentialsFor(connector, bench.wrongCredentials) };
    const refusal = { reason: "unauthorized", certainty: "definite" };
    expect(await caught(connector.test({ ...connection, ...wrong }))).toMatchObject(refusal);
    expect(await caught(connector.readPrice({ ...connection, ...wrong }, item.ref))).toMatchObject(refusal);
    expect(await caught(write(item.price + 100n, wrong))).toMatchObject(refusal);
    expect(await bench.look(item.ref)).toEqual({ price: item.price, writeKey: null });
  });

  it("a store that is down was not changed, and the caller knows", async () => {
    const gone = await startFaultProxy({ target: bench.url });
    await gone.stop();
    const down = { reason: "unreachable", certainty: "definite" };
    expect(await caught(write(item.price + 100n, { url: gone.url }))).toMatchObject(down);
    expect(await caught(connector.test({ ...connection, url: gone.url }))).toMatchObject(down);
  });

  it.each([1.5, 12.5, "12.5", 0n, -1n])("a price of %s never leaves the service", async (price) => {
    const before = proxy.log().length;
    const target = Object.assign({ price: 1n }, { price }).price;
    expect(await caught(write(target))).toMatchObject({ reason: "rejected", certainty: "definite" });
    expect(proxy.log()).toHaveLength(before);
    expect(await bench.look(item.ref)).toEqual({ price: item.price, writeKey: null });
  });

  it("a price in another currency is refused and the store's price stays", async () => {
    const request = { target: item.price + 100n, currency: "USD", writeKey, expected: item.price };
    const error = await caught(connector.writePrice(connection, item.ref, request));
    expect(error).toMatchObject({ reason: "rejected", certainty: "definite" });
    expect(error?.message).toContain("EUR");
    expect(await bench.look(item.ref)).toEqual({ price: item.price, writeKey: null });
  });

  it("a variant the store does not have is not found, by read and by write", async () => {
    const missing = { reason: "not_found", certainty: "definite" };
    expect(await caught(connector.readPrice(connection, "987654321"))).toMatchObject(missing);
    const request = { target: 100n, currency: "EUR", writeKey };
    expect(await caught(connector.writePrice(connection, "987654321", request))).toMatchObject(missing);
  });

  it("the merchant's own edit is what the next read shows", async () => {
    await connector.readPrice(connection, item.ref);
    await bench.editPrice(item.ref, item.price + 777n);
    expect(await connector.readPrice(connection, item.ref)).toMatchObject({ price: item.price + 777n });
  });

  it.each([1, 7, 100])(
    "a listing by pages of %i shows every variant once, at its price",
    async (pageSize) => {
      const all = await bench.variants();
      const wanted = pageSize === 1 ? all.slice(0, 12) : all;
      const listed = await listAll(pageSize, null, wanted.length);
      const plain = listed.map(({ ref, price }) => `${ref} ${price}`).sort();
      const expected = all.map(({ ref, price }) => `${ref} ${price}`);
      expect(new Set(plain).size).toBe(wanted.length);
      expect(plain.filter((line) => !expected.includes(line))).toEqual([]);
    },
  );

  it("a listing since a time shows what changed after it, and its key", async () => {
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const since = new Date();
    await write(item.price + 100n);
    const listed = await listAll(50, since, 1000);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ ref: item.ref, price: item.price + 100n, writeKey });
  });

  it("a listing shows the facts that the declaration lists, and leaves the others unknown", async () => {
    const listed = await listAll(100, null, 1000);
    const shown = Object.keys(STORE_FACTS).filter((fact) =>
      listed.some((variant) => variant[fact as StoreFact] !== null),
    );
    expect(shown.sort()).toEqual([...connector.reads].sort());
  });

  async function listAll(
    pageSize: number,
    updatedSince: Date | null,
    atMost: number,
  ): Promise<StoreVariant[]> {
    const listed: StoreVariant[] = [];
    let cursor: string | null = null;
    do {
      const page = await connector.listVariants(connection, { cursor, updatedSince, pageSize });
      expect(page.data.length).toBeLessThanOrEqual(pageSize);
      listed.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null && listed.length < atMost);
    return listed;
  }
}
