import { z } from "zod";

/** The texts of one connector setting. Its schema decides which values are accepted. */
export interface SettingText {
  readonly label: string;
  /** One sentence below the field and in the documentation. */
  readonly help?: string;
  /** Shown in an empty field and in the documentation. */
  readonly example?: string;
  /** Masked while typing, and never returned. */
  readonly secret?: true;
  /**
   * `sign-in`: proves who signs in, and is replaced with the credentials. `place`: locates things in the store, and
   * stays when the sign-in is replaced.
   */
  readonly part: "sign-in" | "place";
  /** Few stores need it: the form shows it on demand. */
  readonly rare?: true;
}

const texts = z.registry<SettingText>();

/** Declares one setting: the schema of a text, and its texts for people. */
export function setting<T extends z.ZodType>(schema: T, text: SettingText): T {
  texts.add(schema, text);
  return schema;
}

/** One way of signing in to a store: an object of settings, each declared by `setting`. */
export interface SignInWay {
  /** The name that people choose by if a store has several ways. */
  readonly title: string;
  readonly settings: z.ZodObject;
}

/**
 * The facts that a kind of store may report about a variant besides its price; the others stay unknown after a sync.
 */
export const STORE_FACTS = {
  title: "title",
  brand: "brand",
  category: "category",
  tags: "tags",
  compareAt: "compare-at price",
  sale: "sale price and its dates",
  cost: "cost",
  stock: "stock",
  enabled: "whether shoppers can see it",
  url: "web address",
} as const;
export type StoreFact = keyof typeof STORE_FACTS;

/** What a kind of store can do, beside the facts that it reports. */
export interface StoreCapabilities {
  /**
   * How the store stores the write key. `atomic`: with the price, both or neither. `before_price`: before it, so that a
   * crash can leave the key beside the former price.
   */
  readonly marker: "atomic" | "before_price";
  /** Whether a price that was written in part can be completed under the same write key. */
  readonly completesWrites: boolean;
  /** Whether the store notifies the service of changes; otherwise only a sync finds them. */
  readonly webhooks: boolean;
  /** Whether a list of what changed since a time has every change of a price, a sale and a stock. */
  readonly changesSince?: true;
  /** The currencies of a variant's prices that one connection reads and writes. */
  readonly currencies: "one" | "several";
  /**
   * Whether several variants have one sku on purpose. `unique`: the store itself refuses that; where it happened all
   * the same, it is not known which of them an item is, and none gets a price. `shared`: the first in the list is the
   * item.
   */
  readonly skus: "unique" | "shared";
  /** The greatest number of prices that one request writes. */
  readonly batch: number;
}

/** The source of the settings form, the command line and the documentation; every connector starts with one. */
export interface StoreDeclaration<K extends string = string> {
  /** Stored with each connection; also the name of the connector's folder. */
  readonly kind: K;
  /** The display name. */
  readonly title: string;
  /** One sentence that helps to choose among the kinds. */
  readonly summary: string;
  readonly address: { readonly label: string; readonly example: string };
  /** The installation supplies this store's address and credentials: the form requests neither. */
  readonly providedHere?: true;
  /** The ways of signing in, in the order of the form; credentials are parsed with the first one that fits. */
  readonly ways: readonly [SignInWay, ...SignInWay[]];
  /** Credentials that the store gave when a merchant installed an app; nobody types them. */
  readonly granted?: z.ZodObject;
  readonly reads: readonly StoreFact[];
  readonly capabilities: StoreCapabilities;
}

/** One line of what people read about a kind of store. */
export interface StoreTrait {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

/** The facts that decide what can be done with an item's price, in the order of the table. */
const PRICE_FACTS = ["cost", "compareAt", "sale"] as const satisfies readonly StoreFact[];

/** Returns what a kind of store can do, for the settings page, the API and the documentation. */
export function traitsOf({ capabilities, reads }: StoreDeclaration): StoreTrait[] {
  const { marker, completesWrites, webhooks, changesSince, currencies, skus, batch } = capabilities;
  return [
    {
      name: "marker",
      label: "Write key",
      text:
        marker === "atomic"
          ? "Stored together with the price."
          : "Stored before the price; a crash between them is found by reading both.",
    },
    {
      name: "completes_writes",
      label: "Price written in part",
      text: completesWrites
        ? "Completed by the service if nobody changed it and no sale price stands, else a person is asked."
        : "A person is asked.",
    },
    ...PRICE_FACTS.map((fact) => ({
      name: fact === "compareAt" ? "compare_at" : fact,
      label: sentenceCase(STORE_FACTS[fact]),
      text: reads.includes(fact) ? "Read from the store." : "Not read from the store.",
    })),
    {
      name: "webhooks",
      label: "Notice of changes",
      text: webhooks ? "The store notifies the service; a sync finds the rest." : "A sync finds changes.",
    },
    {
      name: "changes_since",
      label: "Scheduled syncs",
      text: changesSince
        ? "Read what has changed, and the whole list once a day."
        : "Read the whole list each time.",
    },
    {
      name: "currencies",
      label: "Currencies",
      text: currencies === "one" ? "One." : "Several for each variant; the service writes one of them.",
    },
    {
      name: "skus",
      label: "Several products with one SKU",
      text:
        skus === "unique"
          ? "None of them gets a price; the sync's report names them."
          : "The first in the list gets prices; the others are left out, and the sync's report names them.",
    },
    { name: "batch", label: "Prices in one request", text: batch === 1 ? "One." : `At most ${batch}.` },
  ];
}

const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** One setting for the form, the command line and the documentation. */
export interface StoreSetting extends Omit<SettingText, "secret" | "rare"> {
  readonly name: string;
  readonly secret: boolean;
  readonly rare: boolean;
  readonly required: boolean;
  /** The default value; null if there is none. */
  readonly preset: string | null;
}

/**
 * Returns the settings of one way of signing in, in the order of their declaration.
 * @throws Error naming the setting that was not declared by `setting`, or whose schema is not a text
 */
export function settingsOf(kind: string, { settings }: SignInWay): StoreSetting[] {
  const { properties = {}, required = [] } = z.toJSONSchema(settings, { io: "input" });
  return Object.entries(settings.shape).map(([name, schema]) => {
    const text = texts.get(schema);
    const { type, default: preset = null } = Object(properties[name]) as { type?: string; default?: string };
    if (text === undefined)
      throw new Error(`Connector ${kind}: the setting "${name}" is not declared by setting(schema, text).`);
    if (type !== "string")
      throw new Error(`Connector ${kind}: the setting "${name}" has to be a text, since forms send texts.`);
    const { secret = false, rare = false, ...words } = text;
    return { name, ...words, secret, rare, required: required.includes(name), preset };
  });
}

/** Returns all settings of a kind of store, each once. */
export function allSettings({ kind, ways }: StoreDeclaration): StoreSetting[] {
  const found = new Map<string, StoreSetting>();
  for (const each of ways.flatMap((way) => settingsOf(kind, way)))
    if (!found.has(each.name)) found.set(each.name, each);
  return [...found.values()];
}
