import { HOUR_MS } from "@/server/domain/durations";
import type { ShopWindow } from "@/server/domain/items/shop-window";
import type { StoreCache } from "@/server/stores/cache";
import type { StoreDeclaration } from "@/server/stores/declaration";
import type { StoreHints } from "@/server/stores/hints";
import type { StoreKeyGrant } from "@/server/stores/key-grant";

/**
 * The functions of a connected store. A connector is its declaration together with these functions; each of them
 * throws `StoreError` only. No connector repeats a call: the write-back protocol decides whether a call may be
 * repeated.
 */
export type StoreConnector<K extends string = string> = StoreDeclaration<K> & {
  /**
   * Returns the reference of an item that was added without one (by a catalog import). Null if the store's references
   * do not follow from skus; then a sync has to match the item first.
   */
  readonly refForSku: ((sku: string) => string) | null;
  /** Signs in, and checks that everything a sync and a write-back need is available. */
  readonly test: (connection: StoreConnection) => Promise<StoreIdentity>;
  /** Reads how the store states its prices. Called before each sync, so that a changed setting is found. */
  readonly readPricing: (connection: StoreConnection) => Promise<StorePricing>;
  /**
   * Lists one page of variants. Complete: following the cursor to null lists every variant that existed throughout.
   */
  readonly listVariants: (connection: StoreConnection, request: ListRequest) => Promise<Page<StoreVariant>>;
  /**
   * Reads a variant's present price and what shoppers see beside it, never from a cache. `not_found` if the store does
   * not have the variant, `rejected` if the variant has no usable price.
   */
  readonly readPrice: (
    connection: StoreConnection,
    variantRef: string,
    mirror?: MirroredPrice,
  ) => Promise<KeyedPrice>;
  /**
   * Sets price and write key in one request, and nothing else that shoppers see. An error's `certainty` states whether
   * the store may have been changed. Callers read the price again afterwards, because the answer is no proof of the
   * stored price.
   */
  readonly writePrice: (
    connection: StoreConnection,
    variantRef: string,
    request: WriteRequest,
  ) => Promise<WriteReceipt>;
  /** Of connectors that declare `webhooks`. */
  readonly hints?: StoreHints<StoreConnection>;
  /** Of connectors whose store creates keys for the service. */
  readonly keyGrant?: StoreKeyGrant<StoreConnection>;
};

/**
 * Parsed credentials, as they are encrypted in the database. Each connector's declaration lists the settings in them.
 */
export type StoreCredentials = Readonly<Record<string, unknown>>;

export type StoreConnection = {
  readonly url: string;
  readonly credentials: StoreCredentials;
  /** Allows calls to loopback and private networks: for our own sandbox, or by an operator's explicit choice. */
  readonly allowPrivate: boolean;
  /** The time in milliseconds since 1970, by the service's clock; connectors read no other. */
  readonly now: () => number;
  /** What connectors remember between calls; they remember nothing elsewhere. */
  readonly cache: StoreCache;
  /** Whether the sandbox store dates its entries by `now`, where that lies in the past; no other store is asked to. */
  readonly datesEntries?: boolean;
  /** The limit of one call in milliseconds, name resolution and body included. Default `DEFAULT_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /**
   * Asked just before a request that changes a price leaves, after whatever a connector reads for it. False: it is not
   * sent, which is an error `timeout`, `definite`. Without this function a request may leave at any time.
   */
  readonly mayStillWrite?: () => boolean;
  /** Called with the status of every answer of the store. */
  readonly answered?: (status: number) => void;
  /**
   * Of a stored connection: replaces its stored credentials by those that `renew` returns, one caller at a time in all
   * processes. `renew` gets the stored ones and returns null where they are good already. What it returns is stored
   * before anybody gets it.
   * @returns the stored credentials afterwards
   * @throws StoreError what `renew` throws; `throttled` while another caller has been at it for too long
   */
  readonly renewCredentials?: RenewCredentials;
};

export type RenewCredentials = (
  renew: (stored: StoreCredentials) => Promise<StoreCredentials | null>,
) => Promise<StoreCredentials>;

export const DEFAULT_TIMEOUT_MS = 10_000;

/** How a store states its prices. */
export type StorePricing = {
  /** ISO 4217 code of the prices the connector reads and writes. */
  readonly currency: string;
  /** Null if the store does not report it. */
  readonly pricesIncludeTax: boolean | null;
  /**
   * The VAT rates that the prices include, as fractions ("0.19"), the rate of most products first. Null if the prices
   * include none or the store does not report them.
   */
  readonly taxRates: readonly string[] | null;
};

export type StoreIdentity = StorePricing & {
  readonly name: string;
  /** The channel's id at the connection's address; replaced credentials have to lead to the same channel. */
  readonly channel: string;
  /** Identifies this channel of this store among all stores, whatever the address; contains no secret. */
  readonly fingerprint: string;
  /** Texts for the settings page about missing optional parts, e.g. that costs stay unknown. */
  readonly notices: readonly string[];
};

export type ListRequest = {
  readonly cursor: string | null;
  /**
   * Only variants changed at or after this time of the store's clock; null lists all. Deleted ones are in no such list.
   */
  readonly updatedSince: Date | null;
  readonly pageSize: number;
};

export type Page<T> = {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
  /** The length of the whole list; null if the store does not report it. */
  readonly total: number | null;
  /** The part of the list that ends with this page, from 0 to 1, where the store counts other things than variants. */
  readonly progress?: number;
  /** The list began again at its first page, so that pages may have nothing but variants that were listed before. */
  readonly repeats?: boolean;
  /** The store's own time when it answered; with connectors that declare `changesSince`. */
  readonly storeTime?: Date;
  /** For how many milliseconds the store has had this page ready: its variants may have changed since. Default: 0. */
  readonly ageMs?: number;
};

/**
 * Amounts are minor units of `currency`. Null means that the store does not report it, never zero and never "none".
 */
export type StoreVariant = ShopWindow & {
  readonly ref: string;
  readonly parentRef: string | null;
  readonly sku: string;
  readonly title: string | null;
  readonly brand: string | null;
  readonly category: string | null;
  readonly tags: readonly string[] | null;
  /** The regular price, which is the one that a write sets. */
  readonly price: bigint | null;
  readonly currency: string;
  /** As `KeyedPrice.complete`; true without a price. */
  readonly complete: boolean;
  readonly cost: bigint | null;
  readonly stock: number | null;
  /** Whether shoppers can see it; null if the store has no such switch. */
  readonly enabled: boolean | null;
  /**
   * The write key stored beside the price. It proves that a write arrived, not that its price did: stores store the two
   * one after the other, and others may have changed the price since.
   */
  readonly writeKey: string | null;
  readonly updatedAt: Date;
  readonly url: string | null;
};

/** A variant's price as the store has it; amounts are minor units of `currency`. */
export type KeyedPrice = ShopWindow & {
  /** The regular price, which is the one that a write sets. */
  readonly price: bigint;
  readonly currency: string;
  /** As `StoreVariant.writeKey`. */
  readonly writeKey: string | null;
  /**
   * Whether every field that a write of `price` sets agrees with it. False for a price that was written in part, such
   * as a regular price beside an older price in the cart with no sale between them.
   */
  readonly complete: boolean;
};

/**
 * The catalog's price of an item, in minor units. Only a store that mirrors the catalog uses it: it creates unknown
 * variants at this price. Other stores ignore it.
 */
export type MirroredPrice = { readonly price: bigint; readonly currency: string };

export type WriteRequest = {
  /** Minor units, above zero. */
  readonly target: bigint;
  readonly currency: string;
  /** The write key, stored beside the price in the same request. */
  readonly writeKey: string;
  /** As `MirroredPrice`, in `currency`. It is no compare-and-set: no store offers one. */
  readonly expected?: bigint;
  /**
   * The store has this write key beside a price that was written in part, or not at all: the request has to complete
   * it. Only for connectors that declare `completesWrites`, and only where no sale price stands.
   */
  readonly completes?: true;
};

export type WriteReceipt = KeyedPrice & {
  /** The store's answer, short and without secrets, to be stored with the write-back. */
  readonly receipt: string;
};

/** `definite`: this call has not changed the store and will not. `unknown`: it may have, or still may. */
export type StoreCertainty = "definite" | "unknown";

/** `sign_in_ended`: nothing can be called until a person signs in to the store again; then it can be repeated. */
export type StoreErrorReason =
  | "unauthorized"
  | "sign_in_ended"
  | "throttled"
  | "not_found"
  | "rejected"
  | "unreachable"
  | "timeout"
  | "bad_answer"
  | "address_refused";

const MAX_MESSAGE = 500;

/**
 * Makes a store's text safe to store and display: limits its length, removes control characters and broken Unicode.
 */
export const storeText = (text: string, maxLength = MAX_MESSAGE): string =>
  text
    .slice(0, maxLength)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Surrogate}]/gu, "\uFFFD");

/**
 * The only error a connector throws. `message` may be displayed: it contains no secret, and its parts from the store
 * are bounded.
 */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;
  readonly certainty: StoreCertainty;
  /**
   * The milliseconds that the store asks to wait, at most an hour, so that a store that asks for years is called
   * earlier; only with `throttled`, null if it does not say.
   */
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
    const asked = extra.retryAfterMs ?? Number.NaN;
    this.retryAfterMs = Number.isNaN(asked) ? null : Math.min(Math.max(0, asked), HOUR_MS);
  }

  /** Whether no call succeeds after an error of that reason until a person signs in to the store again. */
  static needsSignIn(reason: string): boolean {
    return reason === "unauthorized" || reason === "sign_in_ended";
  }
}
