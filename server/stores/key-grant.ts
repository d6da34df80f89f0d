/** What a request for a key says to the store. */
export interface GrantRequest {
  /** Comes back with the key. */
  readonly state: string;
  /** Where the store leads the merchant afterwards. */
  readonly returnUrl: string;
  /** Where the store sends the key. */
  readonly callbackUrl: string;
}

/** A key that a store created. */
export interface GrantedKey {
  readonly state: string;
  readonly credentials: Readonly<Record<string, unknown>>;
}

/** The functions of a connector whose store creates a key for the service when a signed-in merchant agrees. */
export interface StoreKeyGrant {
  /** Returns the address of the store's page that asks the merchant. @throws StoreError for an address that is none */
  readonly url: (storeUrl: string, request: GrantRequest) => string;
  /** Reads the store's message with the key, parsed from JSON; null for anything else. */
  readonly read: (body: unknown) => GrantedKey | null;
}
