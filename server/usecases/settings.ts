/** The OpenID Connect issuer for sign-in to this installation. */
export interface IdentityProvider {
  /** Text on the sign-in button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Required audience of the issuer's bearer tokens; the client id unless the installation names an API. */
  readonly audience: string;
  /** Signature algorithm of the issuer's ID tokens. */
  readonly idTokenAlgorithm: string;
}

/** Settings of the installation; names that end in Ms are durations in milliseconds. */
export interface Settings {
  readonly publicUrl: string;
  readonly storeTimeoutMs: number;
  readonly quarantineMs: number;
  readonly writeBackLeaseMs: number;
  readonly runLeaseMs: number;
  /** After this time, batches, lanes and market positions go to the end of their queue. */
  readonly sliceMs: number;
  readonly unknownOutcomeAlertMs: number;
  readonly writeBackDeadlineMs: number;
  readonly approveWaitMs: number;
  /** Retention of runs' results per item (inputs and outcomes). */
  readonly resultsRetentionMs: number;
  /** Retention of superseded recommendations without a decision. */
  readonly recommendationsRetentionMs: number;
  /** Retention of checks of competitors' pages. */
  readonly pageChecksRetentionMs: number;
  /** Retention of webhook events and the log of their deliveries. */
  readonly webhookEventsRetentionMs: number;
  /** Who may create an account: anyone, invited people, or the operator only. */
  readonly signUp: "open" | "invited" | "closed";
  /** Whether only this machine reaches the installation. */
  readonly loopbackOnly: boolean;
  readonly allowPrivateStores: boolean;
  /** The installation's own apps, by which merchants sign in to their stores, by kind of store. */
  readonly storeApps: Readonly<Record<string, StoreApp>>;
  /**
   * Whether competitors' pages may be in private networks and on other ports: none, all, or those at these addresses.
   */
  readonly allowPrivatePages: boolean | readonly string[];
  /** Whether webhook endpoints may be in private networks, on other ports and without TLS. */
  readonly allowPrivateWebhooks: boolean;
  /** User-Agent of requests to competitors' pages, with a link that explains them. */
  readonly pageUserAgent: string;
  /** Minimum time between two requests to one host, in milliseconds. */
  readonly pageDelayMs: number;
  /** Time between two heartbeats of a stream of changes, in milliseconds. */
  readonly heartbeatMs: number;
  readonly perMinute: number;
  readonly browserPerMinute: number;
  readonly authSecret: string;
  readonly encryptionKey: string;
  readonly mailFrom: string;
  readonly smtpUrl: string | null;
  /** Recipient of owners' requests to the operator. */
  readonly operatorEmail: string | null;
  /** Whether owners set their workspace's plan at once; otherwise they ask the operator. */
  readonly ownersSetPlans: boolean;
  /** Whether strangers may look at the demo workspace without an account. */
  readonly publicDemo: boolean;
  /** Null when sign-in is by password only. */
  readonly identityProvider: IdentityProvider | null;
  /** Contact for security reports: an https or mailto URL; null when none is configured. */
  readonly securityContact: string | null;
  readonly http: HttpSettings;
}

/** An app of a kind of store. */
export interface StoreApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The addresses that get its secret although they are none of that kind of store's own: stand-ins of tests. */
  readonly standIns?: readonly string[];
}

/** Trust in proxies and limits for HTTP clients. */
export interface HttpSettings {
  /** Addresses and CIDR ranges of the operator's own proxies; forwarding headers of others are ignored. */
  readonly trustedProxies: readonly string[];
  /** Requests per minute and address for pages, sign-in and everything else without a rate limit of its own. */
  readonly addressPerMinute: number;
  /** Invalid credentials per minute and address. */
  readonly refusedPerMinute: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly headersTimeoutMs: number;
  /** Time limit for reading a whole body, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Time limit for any request to arrive, files included, in milliseconds. */
  readonly requestTimeoutMs: number;
}
