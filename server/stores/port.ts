import type { StoreDeclaration } from "@/server/stores/declaration";

/**
 * What the rest of the service may ask of a connected storefront. A connector is its declaration with
 * functions beside it; every function throws `StoreError` and nothing else. No connector repeats a call by itself:
 * whether a call may be repeated is for the write-back protocol to decide, not for a client.
 */
export type StoreConnector<K extends string = string> = StoreDeclaration<K> & {
  /**
   * The reference of an item that came without one (an imported catalog). Null where a store knows
   * only its own references and such an item has to be matched by a sync first.
   */
  readonly refForSku: ((sku: string) => string) | null;
  /** Signs in, and checks that everything a sync and a write-back need is there. */
  readonly test: (connection: StoreConnection) => Promise<StoreIdentity>;
  /** What the store says of its prices now. Asked before each sync, so a setting changed there is found. */
  readonly readPricing: (connection: StoreConnection) => Promise<StorePricing>;
  /** One page of variants. Complete: following the cursor to null has shown every variant that stayed. */
  readonly listVariants: (connection: StoreConnection, request: ListRequest) => Promise<Page<StoreVariant>>;
  /** What the store charges for one variant now, never from a cache. `not_found` when it has none. */
  readonly readPrice: (
    connection: StoreConnection,
    variantRef: string,
    mirror?: MirroredPrice,
  ) => Promise<StoreReading>;
  /**
   * One request that sets price and marker together. An error's `certainty` says whether the store may
   * have been changed. Callers read back afterwards: the answer is what the store said, not what it holds.
   */
  readonly writePrice: (
    connection: StoreConnection,
    variantRef: string,
    request: WriteRequest,
  ) => Promise<WriteAnswer>;
};

/** Parsed credentials, as they are sealed in the database. Each connector's declaration lists what is in them. */
export type StoreCredentials = Readonly<Record<string, unknown>>;

export type StoreConnection = {
  readonly url: string;
  readonly credentials: StoreCredentials;
  /** Lets a call go to loopback and private networks: our own sandbox, or an operator's explicit choice. */
  readonly allowPrivate: boolean;
  /** Whole time one call may take, name resolution and body included. Default `DEFAULT_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
};

export const DEFAULT_TIMEOUT_MS = 10_000;

/** How a store states its prices. */
export type StorePricing = {
  /** ISO 4217 code of the prices the connector reads and writes. */
  readonly currency: string;
  /** Null where the store does not say. */
  readonly pricesIncludeTax: boolean | null;
  /**
   * The VAT rates that the prices include, as fractions ("0.19"), the one of most products first. Null where the prices
   * include none or the store does not say.
   */
  readonly taxRates: readonly string[] | null;
};

export type StoreIdentity = StorePricing & {
  readonly name: string;
  /** The channel's own id at the connection's address: other credentials have to lead to the same one. */
  readonly channel: string;
  /** Tells this channel of this store from every other at any address; holds no secret. */
  readonly fingerprint: string;
  /** What is missing but not needed, in words for settings, e.g. that costs stay unknown. */
  readonly notices: readonly string[];
};

export type ListRequest = {
  readonly cursor: string | null;
  /** Only variants changed at or after this time; null lists all. */
  readonly updatedSince: Date | null;
  readonly pageSize: number;
};

export type Page<T> = {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
  /** How many the whole list holds, where the store says. */
  readonly total: number | null;
};

/** Amounts are minor units of `currency`. Null is "the store does not say", never zero and never "none". */
export type StoreVariant = {
  readonly ref: string;
  readonly parentRef: string | null;
  readonly sku: string;
  readonly title: string | null;
  readonly brand: string | null;
  readonly category: string | null;
  readonly tags: readonly string[] | null;
  readonly price: bigint | null;
  readonly currency: string;
  readonly compareAt: bigint | null;
  readonly cost: bigint | null;
  readonly stock: number | null;
  /** Whether shoppers can see it; null where the store knows no such switch. */
  readonly enabled: boolean | null;
  /** The write key found beside the price. It says that the write was done, not that its price still stands. */
  readonly marker: string | null;
  readonly updatedAt: Date;
  readonly url: string | null;
};

export type StoreReading = {
  readonly price: bigint;
  readonly currency: string;
  readonly marker: string | null;
};

/**
 * The catalog's own price of an item, minor units. Only a store that mirrors the catalog looks at it: a
 * variant it has never seen comes into being at this price. Every other store ignores it.
 */
export type MirroredPrice = { readonly price: bigint; readonly currency: string };

export type WriteRequest = {
  /** Minor units, above zero. */
  readonly target: bigint;
  readonly currency: string;
  /** The write key, stored beside the price in the same request. */
  readonly marker: string;
  /** As `MirroredPrice`, in `currency`. It is no compare-and-set: no storefront offers one. */
  readonly expected?: bigint;
};

export type WriteAnswer = StoreReading & {
  /** What the store answered, short and free of secrets, to be kept with the decision. */
  readonly storeAnswer: string;
};

/** `definite`: this call has not changed the store, and will not. `unknown`: it may have, or may yet. */
export type StoreCertainty = "definite" | "unknown";

export type StoreErrorReason =
  | "unauthorized"
  | "throttled"
  | "not_found"
  | "rejected"
  | "unreachable"
  | "timeout"
  | "bad_answer"
  | "address_refused";

const MAX_MESSAGE = 500;

/** A store's own words as they can be kept and shown: bounded, without control characters and broken Unicode. */
export const storeText = (text: string, most = MAX_MESSAGE): string =>
  text
    .slice(0, most)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Surrogate}]/gu, "\uFFFD");

/**
 * The only error a connector throws. `message` may be shown to people: it never holds a secret, and what a store put
 * into it is bounded.
 */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;
  readonly certainty: StoreCertainty;
  /** How long the store asks to be left alone; only with `throttled`, null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    reason: StoreErrorReason,
    certainty: StoreCertainty,
    message: string,
    extra: { readonly retryAfterMs?: number | null; readonly cause?: unknown } = {},
  ) {
    super(storeText(message), { cause: extra.cause });
    this.name = "StoreError";
    this.reason = reason;
    this.certainty = certainty;
    this.retryAfterMs = extra.retryAfterMs ?? null;
  }
}
