import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { inTenant } from "./transaction";

const service = duringTests(startTestService);

it("the service's own role reads of every table, without WHERE, nothing outside a workspace and its rows inside", async () => {
  const mine = await service.workspace();
  const other = await service.workspace();
  for (const { id, userId } of [mine, other]) {
    await service.make.writeBack(id);
    await service.make.alert(id);
    await service.mintToken({ workspaceId: id, userId });
  }
  const tables = await service.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`,
  );
  expect(tables.length).toBeGreaterThanOrEqual(14);
  const filled = new Set<string>();
  for (const { name } of tables) {
    const outside = await service.db.pool.query(`SELECT * FROM ${name}`);
    expect(outside.rowCount, name).toBe(0);
    const inside = await inTenant(service.db, mine.tenant, (tx) =>
      tx.sql<{ workspace_id: string }>(`SELECT workspace_id FROM ${name}`),
    );
    if (inside.length > 0) filled.add(name);
    expect(
      inside.every((row) => row.workspace_id === mine.id),
      name,
    ).toBe(true);
  }
  expect([...filled]).toEqual(
    expect.arrayContaining(["api_tokens", "catalog_items", "memberships", "write_backs"]),
  );
  expect((await service.db.pool.query("SELECT * FROM workspaces")).rowCount).toBe(0);
});

it("is forced in every table of a workspace, with a policy for the service's own role", async () => {
  const unprotected = await service.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
       AND (NOT c.relrowsecurity OR NOT c.relforcerowsecurity OR NOT EXISTS (
         SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND 'pricecheck_app'::regrole = ANY (p.polroles)))`,
  );
  expect(unprotected.map(({ name }) => name)).toEqual([]);
});

it("the service's own role cannot write a row into another workspace", async () => {
  const { tenant } = await service.workspace();
  const other = await service.workspace();
  await expect(
    inTenant(service.db, tenant, (tx) =>
      tx.run("UPDATE workspaces SET plan = 'enterprise' WHERE id = $1", [other.id]),
    ),
  ).resolves.toBe(0);
  await expect(
    inTenant(service.db, tenant, (tx) =>
      tx.run("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'owner')", [
        other.id,
        other.userId,
      ]),
    ),
  ).rejects.toThrow("row-level security");
});
