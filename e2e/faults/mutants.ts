import { stepsWithout } from "@/e2e/exactly-once/without-guard";
import type { Settings } from "@/server/usecases/request-context";
import { STEPS, type Steps } from "@/server/usecases/write-backs/settle";
import { COMMITS } from "./points";

/**
 * The service with one guard removed, in tests alone: other steps of the protocol, other settings, other statements, or
 * another database.
 */
export interface Mutation {
  readonly steps: Steps;
  readonly settings: Partial<Settings>;
  readonly rewrite: (statement: string) => string;
  /** A statement after which its transaction is committed too early. */
  readonly splitAfter: RegExp | null;
  /** Statements of the database's owner, executed before the first schedule. */
  readonly database: readonly string[];
}

export const INTACT: Mutation = {
  steps: STEPS,
  settings: {},
  rewrite: (text) => text,
  splitAfter: null,
  database: [],
};

const without = (part: Partial<Mutation>): Mutation => ({ ...INTACT, ...part });

const UNIQUE = [
  "DROP INDEX write_backs_one_per_recommendation",
  "DROP INDEX write_backs_one_revert",
  "DROP INDEX write_backs_one_open_per_item",
];
const unlocked = (text: string): string => text.replace(/\bFOR (NO KEY )?UPDATE( OF \w+)?(?! SKIP)/g, "");
const OF_RECOMMENDATIONS = /^UPDATE "public"\."recommendations"/;
const unconditional = (text: string): string =>
  OF_RECOMMENDATIONS.test(text)
    ? text
        .replace(/"public"\."recommendations"\."status" = (\$\d+) AND/, "$1::text IS NOT NULL AND")
        .replace(/"public"\."recommendations"\."version" = (\$\d+)/, "$1::int IS NOT NULL")
    : text;

const EVERYBODY_OWNS = `
  CREATE OR REPLACE FUNCTION credential_token(token_hash bytea)
  RETURNS TABLE (workspace_id text, token_id text, name text, user_id text, scopes text[], expires_at timestamptz,
    revoked_at timestamptz, last_used_at timestamptz, user_deleted boolean, email_confirmed boolean, role text,
    plan text, lifecycle text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT t.workspace_id, t.id, t.name, t.user_id, t.scopes || '{recommendations:approve}'::text[], t.expires_at,
      t.revoked_at, t.last_used_at, false, true, 'owner', w.plan, w.lifecycle
    FROM api_tokens t JOIN workspaces w ON w.id = t.workspace_id WHERE t.hash = token_hash
  $$`;

/** Reads the price that the approval found wherever the store does not have our write key. */
const uncompared: Steps = {
  ...STEPS,
  resolveStore: (context, row) => {
    const { connector, connection } = STEPS.resolveStore(context, row);
    return {
      connection,
      connector: {
        ...connector,
        readPrice: async (of, ref, mirror) => {
          const reading = await connector.readPrice(of, ref, mirror);
          const isOurs = reading.writeKey !== null && reading.writeKey !== "";
          return isOurs || !mirror ? reading : { ...reading, price: mirror.price };
        },
      },
    };
  },
};

/** Each guard, and the service without it. */
export const MUTANTS = {
  status: without({ steps: stepsWithout("status") }),
  fence: without({ steps: stepsWithout("fence") }),
  "read-back": without({ steps: stepsWithout("read-back") }),
  quarantine: without({ settings: { quarantineMs: 0 } }),
  "price-fields": without({ steps: stepsWithout("price-fields") }),
  "recorded send": without({ steps: { ...STEPS, recordSend: () => Promise.resolve(true) } }),
  "comparison with the expected price": without({ steps: uncompared }),
  "start within the time-out": without({ settings: { storeTimeoutMs: 2 ** 30 } }),
  "end of a lease": without({
    rewrite: (text) => text.replace("(lease_until IS NULL OR lease_until < $3)", "lease_until IS NULL"),
  }),
  "one lease at a time": without({
    rewrite: (text) => text.replace("(lease_until IS NULL OR lease_until < $3)", "true"),
  }),
  "receipt in one transaction": without({ splitAfter: COMMITS["receipt-stored"] }),
  "approval in one transaction": without({ splitAfter: COMMITS["approval-stored"] }),
  "rights of a token": without({ database: [EVERYBODY_OWNS] }),
  "locks of an approval": without({ rewrite: unlocked }),
  "unique indexes": without({ database: UNIQUE }),
  "condition of a decision": without({ rewrite: unconditional }),
  "locks, unique indexes and condition": without({
    rewrite: (text) => unconditional(unlocked(text)),
    database: UNIQUE,
  }),
} as const satisfies Readonly<Record<string, Mutation>>;
export type MutantName = keyof typeof MUTANTS;
