import { randomBytes } from "node:crypto";
import { exampleHash } from "@/server/api/decision-batches/schemas";
import { hashToken, mintToken as makeToken, tokenDisplay } from "@/server/credentials/token";
import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { sealSecret } from "@/server/db/secrets/secrets";
import { MINUTE_MS } from "@/server/domain/durations";
import { type Role, SCOPES, type Scope } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import { ENGINE_VERSION } from "@/server/domain/pricing/engine/engine-version";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import type { Services } from "@/server/usecases/services";

type Value = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | null;
/** Columns whose values replace the factory's. */
export type Columns = Readonly<Record<string, Value>>;

export interface TestWorkspace {
  readonly id: string;
  readonly tenant: Tenant;
  /** Its first member, by default its owner. */
  readonly userId: string;
}

export interface TokenOptions {
  readonly workspaceId: string;
  /** The person who issued it. */
  readonly userId: string;
  /** Default: all scopes. */
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** Where a store is, and how the service signs in to it. */
export interface StoreAccess {
  readonly kind: string;
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
}

/** Creates the rows a test needs, bypassing the use cases. */
export interface Arrange {
  workspace(options?: {
    plan?: Plan;
    lifecycle?: Lifecycle;
    role?: Role;
    currency?: string;
  }): Promise<TestWorkspace>;
  /** Creates a person; a member of the workspace if one is given. */
  person(options?: {
    workspaceId?: string;
    role?: Role;
    confirmed?: boolean;
    email?: string;
    passwordHash?: string;
  }): Promise<string>;
  /** @returns the token itself, as a client sends it */
  mintToken(options: TokenOptions): Promise<string>;
  /** Creates the integration of a store, with its credentials sealed; returns its id. */
  connectedStore(workspaceId: string, store: StoreAccess, columns?: Columns): Promise<string>;
  /** Creates a row of a resource with everything it references; returns its id. */
  readonly make: Readonly<Record<RowKind, (workspaceId: string, columns?: Columns) => Promise<string>>>;
}

export type RowKind =
  | "item"
  | "run"
  | "recommendation"
  | "alert"
  | "integration"
  | "writeBack"
  | "offer"
  | "observation"
  | "schedule"
  | "freeze"
  | "webhook"
  | "delivery"
  | "batch";

type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>;

/** Builds the factories of a test database; `sql` runs statements as its owner. */
export function arrangements(services: Services, sql: Sql): Arrange {
  const now = () => new Date(services.now());
  const insert = async (table: string, columns: Columns): Promise<void> => {
    const names = Object.keys(columns);
    const placeholders = names.map((_, i) => `$${i + 1}`);
    await sql(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${placeholders.join(", ")})`,
      Object.values(columns),
    );
  };
  const person: Arrange["person"] = async ({ workspaceId, role = "owner", ...overrides } = {}) => {
    const id = services.newId("user");
    await insert("users", {
      id,
      email: overrides.email ?? `${id}@example.test`,
      password_hash: overrides.passwordHash ?? null,
      email_confirmed_at: overrides.confirmed === false ? null : now(),
    });
    if (workspaceId) await insert("memberships", { workspace_id: workspaceId, user_id: id, role });
    return id;
  };
  const make = rowFactories(services, insert);
  return {
    person,
    workspace: async ({ plan = "max", lifecycle = "active", role = "owner", currency = "EUR" } = {}) => {
      const id = services.newId("workspace");
      await insert("workspaces", { id, name: `Shop ${id.slice(-6)}`, plan, lifecycle, currency });
      const document = JSON.stringify(DEFAULT_POLICY(currency));
      await insert("policy_versions", {
        workspace_id: id,
        version: 1,
        id: services.newId("policy"),
        document,
        author: "system",
        created_at: now(),
      });
      return { id, tenant: tenantOf(id), userId: await person({ workspaceId: id, role }) };
    },
    mintToken: async ({ workspaceId, userId, scopes = SCOPES, expiresAt, revokedAt }) => {
      const token = makeToken(randomBytes(32));
      const { prefix, last4 } = tokenDisplay(token);
      await insert("api_tokens", {
        workspace_id: workspaceId,
        id: services.newId("token"),
        user_id: userId,
        name: "test",
        scopes: [...scopes],
        hash: hashToken(token),
        prefix,
        last4,
        expires_at: expiresAt ?? null,
        revoked_at: revokedAt ?? null,
        created_at: now(),
      });
      return token;
    },
    connectedStore: (workspaceId, { kind, url, credentials }, columns) => {
      const id = services.newId("integration");
      const place = { table: "integrations", row: id, workspaceId };
      const secret = sealSecret(services.settings.encryptionKey, place, JSON.stringify(credentials));
      return make.integration(workspaceId, { id, kind, url, secret, ...columns });
    },
    make,
  };
}

function rowFactories(
  services: Services,
  insert: (table: string, columns: Columns) => Promise<void>,
): Arrange["make"] {
  const now = () => new Date(services.now());
  const named =
    (kind: Parameters<Services["newId"]>[0], table: string, defaults: Defaults) =>
    async (workspaceId: string, columns: Columns = {}): Promise<string> => {
      const id = typeof columns["id"] === "string" ? columns["id"] : services.newId(kind);
      const made = await defaults(workspaceId, id, columns);
      await insert(table, { workspace_id: workspaceId, id, ...made, ...columns });
      return id;
    };
  const item = named("item", "catalog_items", (_, id) => ({
    sku: `SKU-${id.slice(-8)}`,
    title: "Walnut desk lamp",
    tags: ["lamps"],
    currency: "EUR",
    price: 1999n,
    cost: 1440n,
    cost_updated_at: now(),
    stock: 12,
    created_at: now(),
    updated_at: now(),
  }));
  const run = named("run", "runs", () => ({
    status: "succeeded",
    trigger: "api",
    requested_by: "test",
    subset_tags: [],
    policy_version: 1,
    engine_version: ENGINE_VERSION,
    done: 1,
    total: 1,
    created_at: now(),
    started_at: now(),
    finished_at: now(),
  }));
  const integration = named("integration", "integrations", (workspaceId, row) => ({
    kind: "sandbox",
    name: "Sandbox",
    url: "http://127.0.0.1:9/stores/test",
    secret: sealSecret(services.settings.encryptionKey, { table: "integrations", row, workspaceId }, "{}"),
    currency: "EUR",
  }));
  const recommendation = named("recommendation", "recommendations", async (workspaceId, _, overrides) => {
    const runId = overrides["run_id"] ?? (await run(workspaceId));
    const itemId = overrides["item_id"] ?? (await item(workspaceId));
    return { ...RECOMMENDATION, run_id: runId, last_run_id: runId, item_id: itemId, ...dates(now()) };
  });
  const alert = named("alert", "alerts", async (workspaceId, _, overrides) => ({
    item_id: overrides["item_id"] ?? (await item(workspaceId)),
    kind: "below_cost",
    status: "open",
    severity: "critical",
    message: "The price is below cost.",
    currency: "EUR",
    first_seen: now(),
    last_seen: now(),
    updated_at: now(),
  }));
  const writeBack = named("writeBack", "write_backs", async (workspaceId, id, overrides) => {
    const itemId = overrides["item_id"] ?? (await item(workspaceId));
    return {
      recommendation_id:
        overrides["recommendation_id"] ??
        (await recommendation(workspaceId, { item_id: itemId, status: "applied" })),
      integration_id: overrides["integration_id"] ?? (await integration(workspaceId)),
      item_id: itemId,
      store_ref: "variant-1",
      status: "applied",
      currency: "EUR",
      expected_price: 1999n,
      target_price: 2149n,
      write_key: `key ${id}`,
      sends: 1,
      sent_at: now(),
      first_sent_at: now(),
      finished_at: now(),
      requested_by: "test",
      ...dates(now()),
    };
  });
  const offer = named("offer", "offers", async (workspaceId, id, overrides) => ({
    item_id: overrides["item_id"] ?? (await item(workspaceId)),
    url: `https://lampenladen.example/${id}`,
    host: "lampenladen.example",
    seller: "lampenladen.example",
    currency: "EUR",
    due_at: now(),
    created_at: now(),
    updated_at: now(),
  }));
  const observation = named("observation", "observations", async (workspaceId, _, overrides) => ({
    item_id: overrides["item_id"] ?? (await item(workspaceId)),
    seller: "lampenladen.example",
    price: 1890n,
    currency: "EUR",
    observed_at: now(),
    source: "api",
    created_at: now(),
  }));
  const schedule = named("schedule", "schedules", () => ({
    name: "Morning",
    days: ["mon", "thu"],
    times: ["06:30"],
    subset_tags: [],
    steps: ["sync", "page_checks", "run"],
    handled_until: now(),
    looked_at: now(),
    created_by: "usr_test",
    ...dates(now()),
  }));
  // In the past, so that it freezes nothing.
  const freeze = named("freeze", "freezes", () => ({
    kind: "once",
    from_time: "2020-11-27T16:00",
    until_time: "2020-12-02T06:00",
    reason: "Black Friday",
    created_by: "usr_test",
    created_by_label: "Test",
    ...dates(now()),
  }));
  const webhook = named("webhook", "webhook_endpoints", (workspaceId, row) => ({
    url: "http://127.0.0.1:9/hook",
    kinds: [],
    secret: sealSecret(
      services.settings.encryptionKey,
      { table: "webhook_endpoints", row, workspaceId },
      TEST_WEBHOOK_SECRET,
    ),
    ...dates(now()),
  }));
  const delivery = named("delivery", "webhook_deliveries", async (workspaceId, _, overrides) => {
    const endpointId = overrides["endpoint_id"] ?? (await webhook(workspaceId, { next_number: 2n }));
    const eventId = services.newId("message");
    await insert("webhook_events", {
      workspace_id: workspaceId,
      id: eventId,
      kind: "run.finished",
      data: "{}",
      at: now(),
      dispatched_at: now(),
    });
    return {
      endpoint_id: endpointId,
      event_id: eventId,
      number: 1n,
      kind: "run.finished",
      status: "given_up",
      attempts: 10,
      last_attempt_at: now(),
      ended_at: now(),
      created_at: now(),
    };
  });
  // Its hash is that of the confirmation's example in the OpenAPI document.
  const batch = named("batch", "decision_batches", () => ({
    action: "accept",
    hash: exampleHash,
    selected: 0,
    planned: 0,
    effect: JSON.stringify({ raised: 0, lowered: 0, unknown: 0, currencies: [] }),
    outcomes: JSON.stringify({
      waiting: 0,
      done: 0,
      firstApprovals: 0,
      fellOut: 0,
      canceled: 0,
      fallOuts: [],
    }),
    created_by: "Test",
    created_at: now(),
    expires_at: new Date(services.now() + MINUTE_MS),
  }));
  return {
    item,
    run,
    recommendation,
    alert,
    integration,
    writeBack,
    offer,
    observation,
    schedule,
    freeze,
    webhook,
    delivery,
    batch,
  };
}

/** The secret of webhooks that `make.webhook` creates. */
export const TEST_WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

type Defaults = (workspaceId: string, id: string, overrides: Columns) => Columns | Promise<Columns>;

const dates = (at: Date): Columns => ({ created_at: at, updated_at: at });

const RECOMMENDATION: Columns = {
  kind: "price_change",
  status: "new",
  currency: "EUR",
  current_price: 1999n,
  recommended_price: 2149n,
  cost: 1440n,
  margin_before: "0.2797",
  margin_after: "0.3299",
  change_ratio: "0.0750",
  reason: "The market median lies above the price.",
  binding_rule: "strategy",
  confidence: "high",
  evidence: JSON.stringify({
    scope: "Everything else",
    cost: { amount: "14.40", age_days: 0, state: "fresh" },
    market: { lowest: null, median: null, highest: null, used: 0, refused: 0, newest: null },
    observations: [],
    trail: [],
  }),
  policy_version: 1,
};
