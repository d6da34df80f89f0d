import vendure from "@vendure/core";

const { DefaultLogger, LogLevel, dummyPaymentHandler } = vendure;

/** What a merchant adds so that margins can be watched and a price change be recognised. */
const variantFields = [
  { name: "costPrice", type: "int", nullable: true, public: false },
  { name: "compareAtPrice", type: "int", nullable: true },
  { name: "priceWriteKey", type: "string", nullable: true, public: false },
];

export const ADMINISTRATOR = { identifier: "merchant", password: "merchant-of-the-peer" };

/**
 * The store's configuration over one SQLite file. `without` names custom fields this store lacks, as one
 * does that was never prepared for price changes.
 */
export function configure({ database, port, synchronize = false, without = [] }) {
  return {
    apiOptions: {
      port,
      hostname: "127.0.0.1",
      adminApiPath: "admin-api",
      shopApiPath: "shop-api",
      cors: false,
    },
    authOptions: {
      tokenMethod: ["bearer", "api-key"],
      requireVerification: false,
      superadminCredentials: ADMINISTRATOR,
      cookieOptions: { secret: "only-for-suites" },
    },
    dbConnectionOptions: { type: "better-sqlite3", database, synchronize, logging: false },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    customFields: { ProductVariant: variantFields.filter(({ name }) => !without.includes(name)) },
    logger: new DefaultLogger({ level: LogLevel.Error, timestamp: false }),
    // A job queue in the database polls it, and over one SQLite connection a poll that meets a sign-in or a price
    // change leaves that request unanswered for good; without the plugin jobs are kept in memory.
    plugins: [],
  };
}
