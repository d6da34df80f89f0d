import type { z } from "zod";

/** What a request for a key says to the store. */
export interface GrantRequest {
  /** Comes back with the key. */
  readonly state: string;
  /** Where the store leads the merchant afterwards. */
  readonly returnUrl: string;
  /** Where the store sends the key. */
  readonly callbackUrl: string;
}

type Credentials = Readonly<Record<string, unknown>>;

/** A key that a store created. */
export interface GrantedKey {
  readonly state: string;
  readonly credentials: Credentials;
}

/**
 * The functions of a connector whose store creates a key when a signed-in merchant agrees, and sends it in a message.
 */
export interface MessageGrant {
  readonly by: "message";
  /** Returns the address of the store's page that asks the merchant. @throws StoreError for an address that is none */
  readonly url: (storeUrl: string, request: GrantRequest) => string;
  /** Reads the store's message with the key, parsed from JSON; null for anything else. */
  readonly read: (body: unknown) => GrantedKey | null;
}

/** What a request for a code says to the store. */
export interface CodeRequest {
  /** Comes back with the code. */
  readonly state: string;
  /** Where the store leads the merchant, with the code; the same for every request. */
  readonly returnUrl: string;
}

/**
 * The functions of a connector whose store leads a merchant who installs an app back with a code, for which the app
 * gets its key. The connections have the app's settings as their credentials.
 */
export interface CodeGrant<Connection> {
  readonly by: "code";
  /** The name of this way of signing in. */
  readonly title: string;
  /** Identifies the app: settings, each declared by `setting`. */
  readonly app: z.ZodObject;
  /** Returns the address of the store's page that asks the merchant. @throws StoreError for an address that is none */
  readonly url: (connection: Connection, request: CodeRequest) => string;
  /** Whether what the merchant's browser brought back was signed by the store that was asked, and is about it. */
  readonly isGenuine: (connection: Connection, query: URLSearchParams) => boolean;
  /** Exchanges the code for credentials of the connection. @throws StoreError */
  readonly exchange: (connection: Connection, query: URLSearchParams) => Promise<Credentials>;
  /** Returns the one address of the store to which a connection's leads. @throws StoreError for one that is none */
  readonly address: (connection: Connection) => string;
  /** Whether an address is certainly a store's of this kind, whatever private networks the installation allows. */
  readonly isStore: (url: string) => boolean;
  /** Reads the store's address from the query with which it opens the app; null for anything else. */
  readonly opened: (query: URLSearchParams) => string | null;
}

export type StoreKeyGrant<Connection> = MessageGrant | CodeGrant<Connection>;
