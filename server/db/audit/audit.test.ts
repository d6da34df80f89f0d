import { beforeEach, describe, expect, it } from "vitest";
import type { AuditAction } from "@/server/domain/audit/actions";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import type { Tenant } from "../database/tenant";
import { inTenant } from "../database/transaction";
import { appendAudit } from "./audit";
import type { ChainPoint, VerificationResult } from "./chain";
import { verifyAudit } from "./reading";

const service = duringTests(startTestService);
let tenant: Tenant;
beforeEach(async () => {
  tenant = (await service.workspace()).tenant;
});

const append = (action: string, where = tenant) =>
  inTenant(service.db, where, (tx) =>
    appendAudit(
      tx,
      {
        id: service.services.newId("event"),
        at: service.clock.now(),
        actor: { kind: "user", id: "usr_anna", label: "anna@example.test" },
        via: "web",
        requestId: "req_1",
        ip: "192.0.2.1",
      },
      // The chain holds whatever an action is called.
      {
        action: action as AuditAction,
        subject: "tok_1",
        before: { price: 1999n },
        after: { b: 1, a: [null, "x"] },
      },
    ),
  );
const verify = (published?: ChainPoint): Promise<VerificationResult> =>
  inTenant(service.db, tenant, (tx) => verifyAudit(tx, published));

async function published(): Promise<ChainPoint> {
  const verdict = await verify();
  if (!verdict.ok) throw new Error("the chain is broken");
  return { seq: BigInt(verdict.events), hash: verdict.head };
}

/** Runs SQL that someone with the owner's password could run on the table. */
async function tamper(sql: string): Promise<void> {
  await service.sql("ALTER TABLE audit_events DISABLE TRIGGER audit_append_only");
  await service.sql(sql, [tenant.workspaceId]);
  await service.sql("ALTER TABLE audit_events ENABLE TRIGGER audit_append_only");
}

describe("the audit chain", () => {
  it("numbers events without a gap and holds when 20 are written at once", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => append(`price.change${i}`)));
    const verdict = await verify();
    expect(verdict).toMatchObject({ ok: true, events: 20 });
  });

  it("is one chain a workspace", async () => {
    await append("token.mint");
    const other = await service.workspace();
    await append("token.mint", other.tenant);
    const rows = await service.sql<{ seq: bigint }>("SELECT seq FROM audit_events WHERE workspace_id = $1", [
      other.id,
    ]);
    expect(rows.map((row) => String(row.seq))).toEqual(["1"]);
  });

  it("keeps people by id, so that a deleted account leaves no address behind", async () => {
    await append("token.mint");
    const rows = await service.sql("SELECT * FROM audit_events WHERE workspace_id = $1", [
      tenant.workspaceId,
    ]);
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain("anna@example.test");
    expect(rows[0]).toMatchObject({
      actor: "user:usr_anna",
      before: '{"price":"1999"}',
      after: '{"a":[null,"x"],"b":1}',
    });
  });

  it.each<[string, string, string, string]>([
    [
      "an edited event",
      "UPDATE audit_events SET after = '{}' WHERE workspace_id = $1 AND seq = 2",
      "2",
      "edited",
    ],
    [
      "an edited author",
      "UPDATE audit_events SET actor = 'user:usr_b' WHERE workspace_id = $1 AND seq = 3",
      "3",
      "edited",
    ],
    ["a removed event", "DELETE FROM audit_events WHERE workspace_id = $1 AND seq = 2", "2", "gap"],
    ["a removed first event", "DELETE FROM audit_events WHERE workspace_id = $1 AND seq = 1", "1", "gap"],
    [
      "an event that follows another than the one before it",
      "UPDATE audit_events SET previous = decode(repeat('00', 32), 'hex') WHERE workspace_id = $1 AND seq = 3",
      "3",
      "edited",
    ],
  ])("shows %s", async (_, sql, seq, fault) => {
    for (const action of ["a", "b", "c", "d"]) await append(action);
    await tamper(sql);
    expect(await verify()).toEqual({ ok: false, seq, fault });
  });
});

describe("against its end as it was published once", () => {
  it("a log that has grown since holds", async () => {
    for (const action of ["a", "b"]) await append(action);
    const end = await published();
    await append("c");
    expect(await verify(end)).toMatchObject({ ok: true, events: 3 });
  });

  it("events cut off at the end show", async () => {
    for (const action of ["a", "b", "c"]) await append(action);
    const end = await published();
    await tamper("DELETE FROM audit_events WHERE workspace_id = $1 AND seq > 1");
    expect(await verify()).toMatchObject({ ok: true, events: 1 });
    expect(await verify(end)).toEqual({ ok: false, seq: "2", fault: "truncated" });
  });

  it("a log written anew shows, however sound its own chain is", async () => {
    for (const action of ["a", "b", "c"]) await append(action);
    const end = await published();
    await tamper("DELETE FROM audit_events WHERE workspace_id = $1 AND seq > 1");
    for (const action of ["x", "y", "z"]) await append(action);
    expect(await verify()).toMatchObject({ ok: true, events: 4 });
    expect(await verify(end)).toEqual({ ok: false, seq: "3", fault: "not_as_published" });
  });
});

describe("two logs of one workspace", () => {
  it("cannot be put together: an event of the other one does not follow", async () => {
    for (const action of ["a", "b", "c"]) await append(action);
    await service.sql("CREATE TABLE first_log AS SELECT * FROM audit_events");
    await tamper("DELETE FROM audit_events WHERE workspace_id = $1");
    for (const action of ["x", "y", "z"]) await append(action);
    await tamper("DELETE FROM audit_events WHERE workspace_id = $1 AND seq = 2");
    await tamper("INSERT INTO audit_events SELECT * FROM first_log WHERE workspace_id = $1 AND seq = 2");
    expect(await verify()).toEqual({ ok: false, seq: "2", fault: "reordered" });
  });
});

describe("as the service's own role", () => {
  it.each([
    "UPDATE audit_events SET after = '{}'",
    "DELETE FROM audit_events",
    "TRUNCATE audit_events",
    "ALTER TABLE audit_events DISABLE TRIGGER audit_append_only",
  ])("%s fails", async (sql) => {
    await append("token.mint");
    await expect(inTenant(service.db, tenant, (tx) => tx.run(sql))).rejects.toThrow(
      /permission denied|must be owner/,
    );
    expect(await verify()).toMatchObject({ ok: true, events: 1 });
  });
});
