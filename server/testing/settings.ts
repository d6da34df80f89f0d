import { DAY_MS, HOUR_MS } from "@/server/domain/durations";
import type { Settings } from "@/server/usecases/acting";

/** How a test installation is set: short protocols, budgets that nothing reaches, no mail server. */
export const TEST_SETTINGS: Settings = {
  publicUrl: "http://localhost:3000",
  storeTimeoutMs: 2_000,
  quarantineMs: 500,
  writeBackLeaseMs: 5_000,
  runLeaseMs: 5_000,
  unknownAlertMs: HOUR_MS,
  giveUpMs: 7 * DAY_MS,
  approveWaitMs: 0,
  resultsKeptMs: 90 * DAY_MS,
  allowPrivateStores: true,
  allowPrivatePages: true,
  pageUserAgent: "Pricecheck/1.0 (+http://localhost:3000/bot)",
  pageDelayMs: 3_000,
  perMinute: 1_000_000,
  browserPerMinute: 1_000_000,
  authSecret: "a secret of the tests, long enough to sign",
  encryptionKey: "a key of the tests, long enough to seal with",
  mailFrom: "Pricecheck <no-reply@localhost>",
  smtpUrl: null,
  operatorEmail: "operator@example.test",
  identityProvider: null,
  securityContact: null,
  http: {
    trustedProxies: [],
    addressPerMinute: 1_000_000,
    refusedPerMinute: 1_000_000,
    connections: 1_000,
    connectionsPerAddress: 1_000,
    headersTimeoutMs: 10_000,
    bodyTimeoutMs: 10_000,
    requestTimeoutMs: 60_000,
  },
};
