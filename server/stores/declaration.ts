import { z } from "zod";

/** What people read about one setting of a connector. Its schema decides what is accepted. */
export interface SettingText {
  readonly label: string;
  /** One sentence below the field and in the documentation. */
  readonly help?: string;
  /** Shown in an empty field and in the documentation. */
  readonly example?: string;
  /** Typed unseen, and never shown again. */
  readonly secret?: true;
  /**
   * `sign-in`: proves who signs in, and is replaced with the credentials. `place`: where things are in the store; it
   * outlives a change of sign-in.
   */
  readonly part: "sign-in" | "place";
  /** Set in few stores only: the form shows it on demand. */
  readonly rare?: true;
}

const texts = z.registry<SettingText>();

/** Declares one setting: the schema of a text, and what people read about it. */
export function setting<T extends z.ZodType>(schema: T, text: SettingText): T {
  texts.add(schema, text);
  return schema;
}

/** One way of signing in to a store: an object of settings, each declared by `setting`. */
export interface SignInWay {
  /** Chosen by people where a store knows several ways. */
  readonly title: string;
  readonly settings: z.ZodObject;
}

/** What a kind of store can say of a variant beside its price; a sync leaves the rest unknown. */
export const STORE_FACTS = {
  title: "title",
  brand: "brand",
  category: "category",
  tags: "tags",
  compareAt: "compare-at price",
  cost: "cost",
  stock: "stock",
  enabled: "whether shoppers can see it",
  url: "web address",
} as const;
export type StoreFact = keyof typeof STORE_FACTS;

/** What the settings form, the command line and the documentation are drawn from; every connector begins with one. */
export interface StoreDeclaration<K extends string = string> {
  /** Stored with each connection, and the name of the connector's folder. */
  readonly kind: K;
  /** Name people read. */
  readonly title: string;
  /** One sentence for whoever chooses among the kinds. */
  readonly summary: string;
  readonly address: { readonly label: string; readonly example: string };
  /** The installation itself knows address and credentials of this store: the form asks for neither. */
  readonly providedHere?: true;
  /** The ways of signing in; forms offer them in this order, and the first one that fits what was given is taken. */
  readonly ways: readonly [SignInWay, ...SignInWay[]];
  readonly reads: readonly StoreFact[];
}

/** One setting as forms, command line and documentation show it. */
export interface StoreSetting extends Omit<SettingText, "secret" | "rare"> {
  readonly name: string;
  readonly secret: boolean;
  readonly rare: boolean;
  readonly required: boolean;
  /** What is taken where nothing is given; null where there is none. */
  readonly preset: string | null;
}

/**
 * The settings of one way of signing in, in the order of their declaration.
 * @throws Error naming the setting that has no text of its own, or that is no text
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

/** All settings of a kind of store, each once. */
export function allSettings({ kind, ways }: StoreDeclaration): StoreSetting[] {
  const found = new Map<string, StoreSetting>();
  for (const each of ways.flatMap((way) => settingsOf(kind, way)))
    if (!found.has(each.name)) found.set(each.name, each);
  return [...found.values()];
}
