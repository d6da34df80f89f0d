import { stepsWithout } from "@/e2e/exactly-once/without-guard";
import { StoreError } from "@/server/stores/port";
import type { WriteBackSteps } from "@/server/usecases/services";
import type { Settings } from "@/server/usecases/settings";
import { WRITE_BACK_STEPS } from "@/server/usecases/write-backs/steps";
import { COMMITS } from "./points";

/** A part of the service's statements, and what stands in its place without the guard. */
export interface Rewrite {
  readonly part: RegExp;
  readonly by: string;
}

/**
 * The service with one guard removed, in tests alone: other steps of the protocol, other settings, other statements, or
 * another database.
 */
export interface Mutation {
  readonly steps: WriteBackSteps;
  readonly settings: Partial<Settings>;
  readonly rewrites: readonly Rewrite[];
  /** A statement after which its transaction is committed too early. */
  readonly splitAfter: RegExp | null;
  /** Statements of the database's owner, executed before the first schedule. */
  readonly database: readonly string[];
}

export const INTACT: Mutation = {
  steps: WRITE_BACK_STEPS,
  settings: {},
  rewrites: [],
  splitAfter: null,
  database: [],
};

const without = (part: Partial<Mutation>): Mutation => ({ ...INTACT, ...part });

const UNIQUE = [
  "DROP INDEX write_backs_one_per_recommendation",
  "DROP INDEX write_backs_one_revert",
  "DROP INDEX write_backs_one_open_per_item",
];
const UNLOCKED: Rewrite = { part: /\bFOR (NO KEY )?UPDATE( OF \w+)?(?! SKIP)/g, by: "" };
const UNCONDITIONAL: readonly Rewrite[] = [
  {
    part: /^(UPDATE "public"\."recommendations".*?)"public"\."recommendations"\."status" = (\$\d+) AND/s,
    by: "$1$2::text IS NOT NULL AND",
  },
  {
    part: /^(UPDATE "public"\."recommendations".*?)"public"\."recommendations"\."version" = (\$\d+)/s,
    by: "$1$2::int IS NOT NULL",
  },
];
const LEASE_ENDED = /\(lease_until IS NULL OR lease_until < \$3\)/;

const EVERYBODY_OWNS = `
  CREATE OR REPLACE FUNCTION credential_token(token_hash bytea)
  RETURNS TABLE (workspace_id text, token_id text, name text, last4 text, user_id text, user_email text,
    scopes text[], expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz, user_deleted boolean,
    email_confirmed boolean, role text, plan text, lifecycle text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT t.workspace_id, t.id, t.name, t.last4, t.user_id, u.email, t.scopes || '{recommendations:approve}'::text[], t.expires_at,
      t.revoked_at, t.last_used_at, false, true, 'owner', w.plan, w.lifecycle
    FROM api_tokens t JOIN users u ON u.id = t.user_id JOIN workspaces w ON w.id = t.workspace_id WHERE t.hash = token_hash
  $$`;

/** Reads the price that the approval found wherever the store does not have our write key. */
const uncompared: WriteBackSteps = {
  ...WRITE_BACK_STEPS,
  resolveStore: (context, row) => {
    const { connector, connection } = WRITE_BACK_STEPS.resolveStore(context, row);
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

/** Takes every answer of a host in front of the store for a refusal of the store. */
const believing: WriteBackSteps = {
  ...WRITE_BACK_STEPS,
  resolveStore: (context, row) => {
    const { connector, connection } = WRITE_BACK_STEPS.resolveStore(context, row);
    const believe = (error: unknown): never => {
      if (!(error instanceof StoreError) || !error.message.includes("not the store, answered")) throw error;
      throw new StoreError("unauthorized", "definite", error.message, { cause: error });
    };
    return {
      connection,
      connector: {
        ...connector,
        readPrice: (...of) => connector.readPrice(...of).catch(believe),
        writePrice: (...of) => connector.writePrice(...of).catch(believe),
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
  "recorded send": without({ steps: { ...WRITE_BACK_STEPS, recordSend: () => Promise.resolve(true) } }),
  "whose refusal it is": without({ steps: believing }),
  "comparison with the expected price": without({ steps: uncompared }),
  "start within the time-out": without({ settings: { storeTimeoutMs: 2 ** 30 } }),
  "end of a lease": without({
    rewrites: [{ part: LEASE_ENDED, by: "lease_until IS NULL" }],
  }),
  "one lease at a time": without({
    rewrites: [{ part: LEASE_ENDED, by: "true" }],
  }),
  "receipt in one transaction": without({ splitAfter: COMMITS["receipt-stored"] }),
  "approval in one transaction": without({ splitAfter: COMMITS["approval-stored"] }),
  "rights of a token": without({ database: [EVERYBODY_OWNS] }),
  "locks of an approval": without({ rewrites: [UNLOCKED] }),
  "unique indexes": without({ database: UNIQUE }),
  "condition of a decision": without({ rewrites: UNCONDITIONAL }),
  "locks, unique indexes and condition": without({
    rewrites: [UNLOCKED, ...UNCONDITIONAL],
    database: UNIQUE,
  }),
} as const satisfies Readonly<Record<string, Mutation>>;
export type MutantName = keyof typeof MUTANTS;

/**
 * The mutants that may break nothing because another guard stands behind the one that they lack: each with that guard.
 */
export const MAY_SURVIVE: Readonly<Partial<Record<MutantName, string>>> = {
  // A second worker raises the fence, and what the first one sent is recorded: the model alone tells that two leased.
  "one lease at a time": "the fence and the record of a send",
  "unique indexes": "the locks of an approval and the condition of a decision",
  "condition of a decision": "the locks of an approval and the unique indexes",
};
