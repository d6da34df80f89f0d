import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "@/server/db/database/database";
import { withClient } from "@/server/db/database/server";
import { type TestDatabase, testDatabase } from "@/server/testing/database";

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.appUrl, { connections: 2 });
});

afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const jitOf = async (pool: Database["pool"]): Promise<unknown> => (await pool.query("SHOW jit")).rows[0]?.jit;

it("runs on the oldest server that a service may use, with that server's defaults", async () => {
  await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS version");
    expect(Math.floor(rows[0].version / 10_000)).toBe(15);
    expect((await client.query("SHOW jit")).rows).toEqual([{ jit: "on" }]);
  });
});

it("compiles no statement of the service, which would take longer than running it", async () => {
  expect([await jitOf(db.pool), await jitOf(db.statementPool)]).toEqual(["off", "off"]);
});
