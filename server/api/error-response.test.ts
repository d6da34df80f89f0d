import { TRPCError } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { isTransient } from "@/server/db/database/errors";
import { type Tenant, tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { publicError } from "./error-response";

const service = duringTests(startTestService);
let tenant: Tenant;
beforeAll(async () => {
  tenant = tenantOf((await service.workspace()).id);
});

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Runs two transactions that each lock one row and request the other's lock; the server aborts one of them. */
async function deadlock(): Promise<unknown> {
  const [a, b] = [await service.make.item(tenant.workspaceId), await service.make.item(tenant.workspaceId)];
  let meet = 0;
  const both = async (first: string, second: string) =>
    inTenant(service.services.db, tenant, async (tx) => {
      const touch = (id: string) =>
        tx.prisma.catalogItem.update({
          where: { workspaceId_id: { workspaceId: tenant.workspaceId, id } },
          data: { title: "touched" },
        });
      await touch(first);
      meet += 1;
      await expect.poll(() => meet).toBe(2);
      await touch(second);
    });
  const ends = await Promise.allSettled([both(a, b), both(b, a)]);
  return ends.find((end) => end.status === "rejected")?.reason;
}

/** A write of Prisma's that finds the disk full, as the server tells it. */
async function diskFull(): Promise<unknown> {
  const id = await service.make.item(tenant.workspaceId);
  await service.sql(`
    CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
    END $$`);
  await service.sql(
    "CREATE TRIGGER no_space BEFORE UPDATE ON catalog_items FOR EACH ROW EXECUTE FUNCTION no_space()",
  );
  const where = { workspaceId_id: { workspaceId: tenant.workspaceId, id } };
  return thrownBy(
    inTenant(service.services.db, tenant, (tx) =>
      tx.prisma.catalogItem.update({ where, data: { title: "touched" } }),
    ),
  ).finally(() => service.sql("DROP FUNCTION no_space CASCADE"));
}

const raised = (sqlState: string) =>
  thrownBy(
    inTenant(service.services.db, tenant, (tx) =>
      tx.run(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${sqlState}'; END $$`),
    ),
  );

describe("what is wrong in more places than anybody reads", () => {
  const token = async (): Promise<string> => {
    const { id: workspaceId, userId } = await service.workspace();
    return service.mintToken({ workspaceId, userId });
  };

  it("is told for the first hundred", () => {
    const { error } = z.array(z.string()).safeParse(Array(5_000).fill(0));
    const { code, extra } = publicError(new TRPCError({ code: "BAD_REQUEST", cause: error }));
    expect(error?.issues).toHaveLength(5_000);
    expect([code, extra.issues?.length]).toEqual(["validation_error", 100]);
    expect(extra.issues?.at(-1)).toMatchObject({ path: "99", code: "invalid_type" });
  });

  it("is told for the first twenty of a row of many", async () => {
    const body = { items: [{ sku: "A", tags: Array<number>(100).fill(0) }] };
    const { status, json } = await service.call("POST", "/catalog/items", { token: await token(), body });
    const [row] = (json?.["rows"] ?? []) as { outcome: string; issues: unknown[] }[];
    expect([status, row?.outcome, row?.issues.length]).toEqual([200, "refused", 20]);
  });
});

describe("trouble that passes by itself", () => {
  it("is a deadlock met through Prisma", async () => {
    const error = await deadlock();
    expect(error).toBeInstanceOf(Error);
    expect([isTransient(error), publicError(error).code]).toEqual([true, "unavailable"]);
  });

  it("is a full disk met through Prisma", async () => {
    const error = await diskFull();
    expect(error).toBeInstanceOf(Error);
    expect([isTransient(error), publicError(error).code]).toEqual([true, "unavailable"]);
  });

  it.each(["08006", "40001", "40P01", "53100", "53300", "57P01", "55P03"])(
    "is what the server calls %s",
    async (state) => {
      const error = await raised(state);
      expect([isTransient(error), publicError(error).status]).toEqual([true, 503]);
    },
  );

  it.each(["P2034", "EAI_AGAIN", "ECONNREFUSED"])("is %s, also as the cause of another error", (code) => {
    const cause = Object.assign(new Error("no"), { code });
    const error = Object.assign(new Error("outer", { cause: new Error("inner", { cause }) }), {
      code: "P2010",
    });
    expect([isTransient(cause), isTransient(error), publicError(error).status]).toEqual([true, true, 503]);
  });
});

it.each(["23505", "57014", "42703", "22P02"])("does not pass by itself as %s", async (state) => {
  const error = await raised(state);
  expect([isTransient(error), publicError(error).code]).toEqual([false, "internal_error"]);
});
