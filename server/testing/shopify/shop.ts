/** A variant, as the shop's tables have it. Amounts are decimals in major units of the shop's currency. */
export interface ShopVariant {
  readonly id: number;
  readonly productId: number;
  sku: string | null;
  title: string;
  price: string;
  compareAtPrice: string | null;
  /** By namespace and key. */
  readonly metafields: Map<string, string>;
  cost: string | null;
  tracked: boolean;
  stock: number;
  updatedMs: number;
}

export interface ShopProduct {
  readonly id: number;
  title: string;
  vendor: string;
  productType: string;
  status: "ACTIVE" | "ARCHIVED" | "DRAFT" | "UNLISTED";
  tags: readonly string[];
  category: string | null;
  url: string | null;
  updatedMs: number;
}

/** One save of a variant. `marker` is the write key of the request, null for the merchant. */
export interface ShopEvent {
  readonly variantId: number;
  readonly marker: string | null;
  readonly old: string;
  readonly new: string;
}

/** Where the shop dies during a save: before its transaction, which then never happened, or after it. */
export const CRASHES = ["before_save", "before_answer"] as const;
export type Crash = (typeof CRASHES)[number];

export interface ShopSettings {
  name: string;
  domain: string;
  currency: string;
  taxesIncluded: boolean;
  /** Points that queries cost, and how many come back each second. */
  maximumAvailable: number;
  restoreRate: number;
  /** Price lists, and how many prices each fixes. */
  priceLists: readonly { readonly name: string; readonly fixedPricesCount: number }[];
}

/** What a token may do, and for which app. */
export interface ShopToken {
  readonly app: string;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970; null for a token without an end. */
  readonly expiresAt: number | null;
}

/** An app of the organization that owns the shop. */
export interface ShopApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  isInstalled: boolean;
  /** The addresses to which its codes may be sent. */
  readonly redirectUrls: readonly string[];
}

/** A code that a merchant's browser carries to an app; it counts once. */
export interface ShopCode {
  readonly app: string;
  readonly expiresAt: number;
}

/** A refresh token. It is taken again until what replaced it is used, for thirty days. */
export interface ShopRefreshToken {
  readonly app: string;
  expiresAt: number;
  firstUsedAt: number | null;
  replacedBy: string | null;
  isRetired: boolean;
}

export interface ShopWebhook {
  readonly id: string;
  readonly topic: string;
  readonly uri: string;
  readonly app: string;
  /** Consecutive failures. */
  failures: number;
}

/** One operation that writes everything into a file. */
export interface ShopBulk {
  readonly id: string;
  readonly createdMs: number;
  file: Buffer;
  readonly rows: number;
  /** How the host answers in place of the file. */
  host?: { readonly status: number; readonly body: string };
  status: "RUNNING" | "COMPLETED" | "FAILED";
}

/** Something that webhooks tell, by its topic as headers name it. */
export interface ShopMessage {
  readonly topic: string;
  readonly id: number;
}

/** The tables of a shop. */
export interface Shop {
  readonly settings: ShopSettings;
  readonly products: Map<number, ShopProduct>;
  readonly variants: Map<number, ShopVariant>;
  readonly apps: ShopApp[];
  readonly tokens: Map<string, ShopToken>;
  readonly codes: Map<string, ShopCode>;
  readonly refreshTokens: Map<string, ShopRefreshToken>;
  readonly events: ShopEvent[];
  readonly webhooks: ShopWebhook[];
  readonly bulks: ShopBulk[];
  /** The shop's own address, under which its files are. */
  home: string;
  /** What no webhook has told yet. */
  readonly unsent: ShopMessage[];
  /** The crashes that the next saves with a write key meet. */
  readonly crashes: Crash[];
  /** The points that are left, and when that was. */
  bucket: { available: number; atMs: number };
  readonly now: () => number;
  readonly nextId: () => number;
}

const SCOPES = ["read_products", "write_products", "read_inventory"] as const;
export const ACCESS_TOKEN = "shpat_of_the_merchant";
export const APP: ShopApp = {
  clientId: "client-of-the-merchant",
  clientSecret: "secret-of-the-merchant",
  scopes: SCOPES,
  isInstalled: true,
  redirectUrls: [],
};

const DEFAULT_SETTINGS: ShopSettings = {
  name: "A shop of tests",
  domain: "tests.myshopify.com",
  currency: "EUR",
  taxesIncluded: true,
  maximumAvailable: 20_000,
  restoreRate: 1_000,
  priceLists: [],
};

/** Opens an empty shop with one token and one app. */
export function openShop(settings: Partial<ShopSettings> = {}, now: () => number = Date.now): Shop {
  let last = 1000;
  const all = { ...DEFAULT_SETTINGS, ...settings };
  return {
    settings: all,
    products: new Map(),
    variants: new Map(),
    apps: [{ ...APP }],
    tokens: new Map([[ACCESS_TOKEN, { app: APP.clientId, scopes: SCOPES, expiresAt: null }]]),
    codes: new Map(),
    refreshTokens: new Map(),
    events: [],
    webhooks: [],
    bulks: [],
    home: "",
    unsent: [],
    crashes: [],
    bucket: { available: all.maximumAvailable, atMs: now() },
    now,
    nextId: () => {
      last += 1;
      return last;
    },
  };
}

export const productGid = (id: number): string => `gid://shopify/Product/${id}`;
export const variantGid = (id: number): string => `gid://shopify/ProductVariant/${id}`;
/** The number of a global id of a type; NaN for any other text. */
export const idOf = (globalId: string, type: "Product" | "ProductVariant"): number =>
  globalId.startsWith(`gid://shopify/${type}/`)
    ? Number(globalId.slice(`gid://shopify/${type}/`.length))
    : Number.NaN;

/** The name of a metafield; `$app` stands for the namespace that belongs to the calling app alone. */
export const metafieldName = (app: string, namespace: string | null | undefined, key: string): string =>
  `${(namespace ?? "$app").replace(/^\$app/, `app--${app}`)}.${key}`;

/** An answer of the shop as JSON. */
export interface ShopAnswer {
  readonly status: number;
  readonly body: unknown;
}
