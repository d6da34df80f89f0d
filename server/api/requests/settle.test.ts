import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { writeTransaction } from "@/server/usecases/transaction";
import { mutation } from "../pipeline";
import { createCallerFactory, router } from "../trpc";
import { requests } from "./router";

let arrived = 0;
let gate: Promise<void> = Promise.resolve();

const make = mutation(
  {
    scope: "catalog:write",
    summary: "Make a thing",
    input: z.object({ sku: z.string() }),
    output: z.object({ made: z.string() }),
  },
  async ({ context, input }) => {
    arrived += 1;
    await gate;
    return writeTransaction(context, async (tx) => {
      const id = context.services.newId("item");
      await tx.run(
        "INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency) VALUES ($1, $2, $3, $3, '{}', 'EUR')",
        [tx.tenant.workspaceId, id, `${input.sku} ${id}`],
      );
      return id;
    });
  },
  (id) => ({ made: id }),
);
const testRouter = router({ things: router({ make }), requests });
const callerOf = createCallerFactory(testRouter);

const service = duringTests(() => startTestService({ now: "2026-11-22T12:00:00.000Z" }));
let workspace: TestWorkspace;

beforeEach(async () => {
  arrived = 0;
  gate = Promise.resolve();
  workspace = await service.workspace();
});

async function page(idempotencyKey: string | null, userId = workspace.userId) {
  return callerOf({
    services: service.services,
    rateLimiter: service.rateLimiter,
    admitted: null,
    request: {
      id: service.services.newId("request"),
      via: "web",
      authorization: `Bearer ${await service.sessionJwt(userId)}`,
      cookie: null,
      workspaceHeader: workspace.id,
      idempotencyKey,
      ip: null,
    },
  });
}
const send = async (key: string) => (await page(key)).things.make({ sku: "a" });
const settle = async (key: string, userId = workspace.userId) =>
  (await (await page(null, userId)).requests.settle({ key })).outcome;
const effects = async () =>
  (await service.sql("SELECT FROM catalog_items WHERE workspace_id = $1", [workspace.id])).length;

function handler(): [Promise<void>, () => void] {
  let open = (): void => undefined;
  return [new Promise((resolve) => (open = resolve)), () => open()];
}

it("says that a request took effect whose answer was lost, and replays the answer", async () => {
  const first = await send("k");
  expect(await settle("k")).toBe("taken");
  expect(await send("k")).toEqual(first);
  expect(await effects()).toBe(1);
});

it("refuses what never arrived from then on, however late it comes", async () => {
  expect(await settle("k")).toBe("not_taken");
  await expect(send("k")).rejects.toMatchObject({ message: expect.stringContaining("another request") });
  service.clock.advance(3_600_000);
  await expect(send("k")).rejects.toThrow();
  expect(await settle("k")).toBe("not_taken");
  expect(await effects()).toBe(0);
});

it("waits for a request that is still worked on", async () => {
  const [closed, open] = handler();
  gate = closed;
  const slow = send("k");
  await expect.poll(() => arrived).toBe(1);
  expect(await settle("k")).toBe("underway");
  open();
  await slow;
  expect(await settle("k")).toBe("taken");
});

it("withdraws what a killed process left behind, and rolls back a process that lives on after all", async () => {
  const [closed, open] = handler();
  gate = closed;
  const slow = send("k");
  await expect.poll(() => arrived).toBe(1);
  service.clock.advance(10_000);
  expect(await settle("k")).toBe("not_taken");
  open();
  await expect(slow).rejects.toThrow();
  expect(await effects()).toBe(0);
});

it("says nothing of a request that another person made", async () => {
  await send("k");
  const other = await service.person({ workspaceId: workspace.id, role: "admin" });
  expect(await settle("k", other)).toBe("not_taken");
  expect(await settle("k")).toBe("taken");
});
