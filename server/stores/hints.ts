/** Where a store sends its hints, and the secret by which they are signed. */
export interface HintTarget {
  readonly url: string;
  readonly secret: string;
}

/** A message at the address of the hints, as it was received. */
export interface HintMessage {
  readonly header: (name: string) => string | null;
  /** The raw body, which is what the store signed. */
  readonly body: Uint8Array;
}

/** What a store may have signed a message with. */
export interface HintKeys {
  /** The secret that `maintain` gave the store. */
  readonly secret: string;
  /** The connection's credentials, for a store that signs by a secret of the app. */
  readonly credentials: Readonly<Record<string, unknown>>;
}

/**
 * What a message says. `ping`: the store tries the address. `unlisted`: something is gone, or changed in a way that no
 * list of changes has. `delivery` is the message's id, the same where the store sends it again.
 */
export type Hint =
  | { readonly kind: "ping" }
  | { readonly kind: "changed" | "unlisted"; readonly delivery: string };

/** The ids of messages are shorter; a longer one is none of a store. */
const MAX_DELIVERY_ID = 100;

/** Returns the id of a message from its header; null if it has none, or one that no store sends. */
export function deliveryOf({ header }: HintMessage, name: string): string | null {
  const id = header(name);
  return id === null || id === "" || id.length > MAX_DELIVERY_ID ? null : id;
}

/** The functions of a connector whose store notifies the service of changes. Each throws `StoreError` only. */
export interface StoreHints<Connection> {
  /**
   * Registers the target in the store, and switches on again what the store has switched off.
   * @returns the number of registrations that were missing or switched off
   */
  readonly maintain: (connection: Connection, target: HintTarget) => Promise<number>;
  /** Removes every registration of the address. */
  readonly remove: (connection: Connection, url: string) => Promise<void>;
  /** Reads a message; null unless a key of the connection signed it, or for a message that is none of the store's. */
  readonly read: (message: HintMessage, keys: HintKeys) => Hint | null;
}
