import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { schemaDifference } from "@/server/testing/schema-difference";
import { applyMigrations, prepareAppRole } from "./migrate";
import { createDatabase, dropDatabase, withClient, withDatabase } from "./server";

const MIGRATIONS = join(import.meta.dirname, "../../../prisma/migrations");
const SCHEMA = join(import.meta.dirname, "../../../prisma/schema.prisma");

let folder: string;
let ownerUrl: string;

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), sql);
}

async function rowsOf(sql: string): Promise<unknown[]> {
  return withClient(ownerUrl, async (client) => (await client.query(sql)).rows);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-migrations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll("-", "")}`;
  ownerUrl = withDatabase(inject("templateUrl"), name);
  await createDatabase(ownerUrl, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return () => dropDatabase(ownerUrl, name);
});

describe("a database of a newer version", () => {
  it("is refused by an older build, in one line that names what it does not know", async () => {
    await addMigration("20260101000000_first", "CREATE TABLE first (id int)");
    await addMigration("20260102000000_second", "CREATE TABLE second (id int)");
    await applyMigrations(ownerUrl, folder);
    await rm(join(folder, "20260102000000_second"), { recursive: true });
    await expect(applyMigrations(ownerUrl, folder)).rejects.toThrow(
      /^The database belongs to a newer version: [^\n]*20260102000000_second[^\n]*going-back\.md$/,
    );
    expect(await applyMigrations(ownerUrl, folder, { allowNewer: true })).toEqual([]);
  });
});

describe("applyMigrations", () => {
  it("applies this project's migrations once and finds nothing to do the second time", async () => {
    await cp(MIGRATIONS, folder, { recursive: true });
    expect(await applyMigrations(ownerUrl, folder)).not.toHaveLength(0);
    expect(await applyMigrations(ownerUrl, folder)).toEqual([]);
  });

  it("gives workspaces of the version before the VAT of their policy, and confirms nothing for them", async () => {
    const added = "20261123030000_vat_and_currency";
    const older = (await readdir(MIGRATIONS)).filter((name) => name < added);
    for (const name of older) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    await applyMigrations(ownerUrl, folder);
    const document = { currency: "EUR", pricing: { includes_vat: true, vat_rate: "0.19" } };
    await rowsOf(`INSERT INTO workspaces (id, name, active_policy) VALUES ('ws_1', 'A', 2), ('ws_2', 'B', 1);
      INSERT INTO policy_versions (workspace_id, version, id, document, author) VALUES
        ('ws_1', 1, 'pol_1', '{"currency":"EUR"}', 'usr_1'),
        ('ws_1', 2, 'pol_2', '${JSON.stringify(document)}', 'usr_1'),
        ('ws_2', 1, 'pol_3', '{"currency":"EUR"}', 'usr_1');`);
    await cp(join(MIGRATIONS, added), join(folder, added), { recursive: true });
    await applyMigrations(ownerUrl, folder);
    expect(
      await rowsOf(
        "SELECT id, prices_include_vat, vat_rate, pricing_confirmed_at FROM workspaces ORDER BY id",
      ),
    ).toEqual([
      { id: "ws_1", prices_include_vat: true, vat_rate: "0.19", pricing_confirmed_at: null },
      { id: "ws_2", prices_include_vat: false, vat_rate: "0", pricing_confirmed_at: null },
    ]);
  });

  it("has the syncs of shops whose skus are unique read the whole list, also those that were under way", async () => {
    const added = "20261205110000_whole_lists_for_shared_skus";
    const older = (await readdir(MIGRATIONS)).filter((name) => name < added);
    for (const name of older) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    await applyMigrations(ownerUrl, folder);
    const shop = (number: number, kind: string, sync: string) =>
      `('ws_${number}', 'int_1', '${kind}', 'Shop', 'https://shop.example', '', ARRAY['0.19'], '${sync}', 7,
        now() + interval '1 minute', 'page 2', true, 1, now(), now(), now())`;
    await rowsOf(`
      INSERT INTO workspaces (id, name) SELECT 'ws_' || n, 'Shop ' || n FROM generate_series(1, 4) n;
      INSERT INTO integrations (workspace_id, id, kind, name, url, secret, vat_rates, sync_status, sync_fence,
        sync_lease_until, sync_cursor, sync_listed, sync_tries, sync_since, sync_begun_at, fully_synced_at) VALUES
        ${[
          shop(1, "woocommerce", "running"),
          shop(2, "woocommerce", "queued"),
          shop(3, "woocommerce", "ok"),
          shop(4, "shopify", "running"),
        ].join()};
      INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency, integration_id, store_ref, store_state,
        store_state_at) VALUES
        ('ws_3', 'itm_1', 'LEFT', 'Left', '{}', 'EUR', NULL, NULL, 'ambiguous', now()),
        ('ws_3', 'itm_2', 'LINKED', 'Linked', '{}', 'EUR', 'int_1', '11', 'ambiguous', now());`);
    await cp(join(MIGRATIONS, added), join(folder, added), { recursive: true });
    await applyMigrations(ownerUrl, folder);
    const begun = { status: "queued", fence: 8, cursor: null, listed: false, tries: 0, leased: false };
    const asBefore = { cursor: "page 2", listed: true, tries: 1, fence: 7, leased: true, changes: true };
    expect(
      await rowsOf(`SELECT sync_status AS status, sync_fence AS fence, sync_cursor AS cursor, sync_listed AS listed,
          sync_tries AS tries, sync_lease_until IS NOT NULL AS leased, sync_since IS NOT NULL AS changes,
          fully_synced_at IS NOT NULL AS whole FROM integrations ORDER BY workspace_id`),
    ).toEqual([
      { ...begun, changes: false, whole: false },
      { ...begun, changes: false, whole: false },
      { ...asBefore, status: "ok", whole: false },
      { ...asBefore, status: "running", whole: true },
    ]);
    expect(await rowsOf("SELECT id, store_state, store_state_at FROM catalog_items ORDER BY id")).toEqual([
      { id: "itm_1", store_state: null, store_state_at: null },
      { id: "itm_2", store_state: "ambiguous", store_state_at: expect.any(Date) },
    ]);
  });

  it("tells by the audit log which schedules an agent made or was the last to change, and which runs it started", async () => {
    const added = "20261208100000_schedules_of_agents";
    const older = (await readdir(MIGRATIONS)).filter((name) => name < added);
    for (const name of older) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    await applyMigrations(ownerUrl, folder);
    const events = [
      ["sch_person", "user:usr_1", "web"],
      ["sch_agent", "token:tok_1", "mcp"],
      ["sch_application", "user:usr_1", "web"],
      ["sch_application", "grant:grt_1", "api"],
      ["sch_taken_over", "token:tok_1", "mcp"],
      ["sch_taken_over", "user:usr_1", "web"],
      ["sch_script", "token:tok_1", "api"],
    ];
    await rowsOf(`INSERT INTO workspaces (id, name) VALUES ('ws_1', 'A');
      INSERT INTO schedules (workspace_id, id, name, handled_until, looked_at, created_by, created_at, updated_at)
        SELECT 'ws_1', id, id, now(), now(), 'usr_1', now(), now()
        FROM unnest(ARRAY['${[...new Set(events.map(([id]) => id))].join("','")}']) id;
      INSERT INTO audit_events (workspace_id, seq, id, at, actor, actor_label, via, action, subject, previous, hash) VALUES
        ${events.map(([id, actor, via], n) => `('ws_1', ${n + 1}, 'evt_${n}', now(), '${actor}', 'x', '${via}', 'schedule.change', '${id}', '', '')`).join()};`);
    await rowsOf(`INSERT INTO runs (workspace_id, id, status, trigger, requested_by, subset_tags, policy_version,
        engine_version) VALUES ('ws_1', 'run_person', 'succeeded', 'api', 'tok_1', '{}', 1, '5'),
        ('ws_1', 'run_agent', 'succeeded', 'mcp', 'tok_1', '{}', 1, '5'),
        ('ws_1', 'run_grant', 'succeeded', 'api', 'grt_1', '{}', 1, '5')`);
    await cp(join(MIGRATIONS, added), join(folder, added), { recursive: true });
    await applyMigrations(ownerUrl, folder);
    expect(await rowsOf("SELECT id FROM runs WHERE by_agent ORDER BY id")).toEqual([
      { id: "run_agent" },
      { id: "run_grant" },
    ]);
    expect(await rowsOf("SELECT id FROM schedules WHERE by_agent ORDER BY id")).toEqual([
      { id: "sch_agent" },
      { id: "sch_application" },
    ]);
  });

  it("lets processes that start at once apply each migration once", async () => {
    await cp(MIGRATIONS, folder, { recursive: true });
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(ownerUrl, folder)));
    expect(applied.flat()).toEqual([...new Set(applied.flat())]);
    expect(await rowsOf("SELECT 1 FROM _prisma_migrations")).toHaveLength(applied.flat().length);
  });

  it("sends function bodies and semicolons in texts whole", async () => {
    await addMigration(
      "20260101000000_body",
      "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM ';'; RETURN 2; END $$;",
    );
    await applyMigrations(ownerUrl, folder);
    expect(await rowsOf("SELECT two()")).toEqual([{ two: 2 }]);
  });

  it("leaves nothing behind of a migration that fails, names it, and waits for a person", async () => {
    await addMigration(
      "20260101000000_breaks",
      "CREATE TABLE half (id int); SELECT no_such_column FROM half;",
    );
    await expect(applyMigrations(ownerUrl, folder)).rejects.toThrow(/20260101000000_breaks.*no_such_column/);
    expect(await rowsOf("SELECT to_regclass('half')")).toEqual([{ to_regclass: null }]);
    await addMigration("20260101000000_breaks", "CREATE TABLE whole (id int);");
    const refusal = await applyMigrations(ownerUrl, folder).catch(String);
    expect(refusal).toContain("20260101000000_breaks failed at an earlier start");
    expect(await rowsOf("SELECT to_regclass('whole')")).toEqual([{ to_regclass: null }]);
    await rowsOf(String(refusal).split("run in the database: ")[1] ?? "");
    expect(await applyMigrations(ownerUrl, folder)).toEqual(["20260101000000_breaks"]);
    expect(await rowsOf("SELECT * FROM whole")).toEqual([]);
  });

  it("commits a migration together with its record, or neither", async () => {
    const unrecordable = `ALTER TABLE "_prisma_migrations" ADD CHECK (finished_at IS NULL)`;
    await addMigration("20260101000000_first", `CREATE TABLE first (id int); ${unrecordable}`);
    await expect(applyMigrations(ownerUrl, folder)).rejects.toThrow(/20260101000000_first failed/);
    expect(await rowsOf("SELECT to_regclass('first')")).toEqual([{ to_regclass: null }]);
  });

  it("goes on in a database that Prisma's command migrated, in the record that it kept", async () => {
    for (const name of ["1_applied", "2_given_up", "3_killed", "4_new"])
      await addMigration(name, `CREATE TABLE made_by_${name} (id int)`);
    await rowsOf(`CREATE TABLE "_prisma_migrations" (id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL,
        finished_at timestamptz, migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
        started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0);
      INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, rolled_back_at, logs) VALUES
        ('1', 'c', '1_applied', now(), NULL, NULL), ('2', 'c', '2_given_up', NULL, now(), 'syntax error'),
        ('3', 'c', '3_killed', NULL, NULL, NULL)`);
    expect(await applyMigrations(ownerUrl, folder)).toEqual(["2_given_up", "3_killed", "4_new"]);
    const recorded = await rowsOf(`SELECT migration_name AS name, finished_at IS NOT NULL AS applied,
        rolled_back_at IS NOT NULL AS gone, applied_steps_count AS steps FROM "_prisma_migrations" ORDER BY 1, started_at`);
    const applied = { applied: true, gone: false, steps: 1 };
    const gone = { applied: false, gone: true, steps: 0 };
    expect(recorded).toEqual([
      { name: "1_applied", ...applied, steps: 0 },
      { name: "2_given_up", ...gone },
      { name: "2_given_up", ...applied },
      { name: "3_killed", ...gone },
      { name: "3_killed", ...applied },
      { name: "4_new", ...applied },
    ]);
    expect(await rowsOf(`SELECT checksum FROM "_prisma_migrations" WHERE migration_name = '4_new'`)).toEqual([
      { checksum: "bfde523e5762068553ab931bec99c8f6ffa771b2a4cad1e2b4eb5744979504fe" },
    ]);
  });

  it("leaves a database alone that has somebody else's tables", async () => {
    await addMigration("20260101000000_first", "CREATE TABLE first (id int);");
    await rowsOf("CREATE TABLE of_another_program (id int)");
    await expect(applyMigrations(ownerUrl, folder)).rejects.toThrow(/tables that are not this service's/);
    expect(await rowsOf("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual([
      { relname: "of_another_program" },
    ]);
  });

  it("applies them where an extension has brought tables, as PostGIS does", async () => {
    await addMigration("20260101000000_first", "CREATE TABLE first (id int);");
    await rowsOf("CREATE TABLE spatial_ref_sys (id int)");
    await rowsOf("ALTER EXTENSION plpgsql ADD TABLE spatial_ref_sys");
    await applyMigrations(ownerUrl, folder);
    expect(await rowsOf("SELECT to_regclass('first') IS NOT NULL AS there")).toEqual([{ there: true }]);
  });

  it("takes up a migration whose process was killed half-way", async () => {
    await addMigration("20260101000000_first", "CREATE TABLE first (id int);");
    await applyMigrations(ownerUrl, folder);
    await addMigration("20260102000000_slow", "SELECT pg_sleep(10); CREATE TABLE second (id int);");
    const script = `import { applyMigrations } from ${JSON.stringify(join(import.meta.dirname, "migrate.ts"))};
      await applyMigrations(${JSON.stringify(ownerUrl)}, ${JSON.stringify(folder)});`;
    await writeFile(join(folder, "run.mts"), script);
    const child = spawn(process.execPath, ["--import", "tsx", join(folder, "run.mts")], { stdio: "ignore" });
    const sleeping =
      "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(10)%' AND pid <> pg_backend_pid()";
    await expect.poll(() => rowsOf(sleeping), { timeout: 20_000 }).toHaveLength(1);
    child.kill("SIGKILL");
    await once(child, "exit");
    await rowsOf(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(10)%'
      AND pid <> pg_backend_pid()`);
    await addMigration("20260102000000_slow", "CREATE TABLE second (id int);");
    expect(await applyMigrations(ownerUrl, folder)).toEqual(["20260102000000_slow"]);
    expect(await rowsOf("SELECT * FROM second")).toEqual([]);
  });

  it("says in one line that the database cannot be reached", async () => {
    const nowhere = new URL(ownerUrl);
    nowhere.port = "9";
    await expect(applyMigrations(nowhere.toString(), folder)).rejects.toThrow(/^[^\n]*ECONNREFUSED[^\n]*$/);
  });
});

describe("prepareAppRole", () => {
  it("lets the service sign in with its password, which the migrations alone do not", async () => {
    await cp(MIGRATIONS, folder, { recursive: true });
    await applyMigrations(ownerUrl, folder);
    const appUrl = await prepareAppRole(ownerUrl, inject("appPassword"));
    const who = await withClient(
      appUrl,
      async (client) => (await client.query("SELECT current_user AS name")).rows,
    );
    expect(who).toEqual([{ name: "pricecheck_app" }]);
  });
});

describe("the schema file", () => {
  it("agrees with the migrations", async () => {
    await cp(MIGRATIONS, folder, { recursive: true });
    await applyMigrations(ownerUrl, folder);
    expect(await schemaDifference(ownerUrl, SCHEMA)).toMatch(/empty migration/);
  });
});
