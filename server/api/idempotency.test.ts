import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { DAY_MS } from "@/server/domain/durations";
import { DomainError } from "@/server/domain/errors";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { writeTransaction } from "@/server/usecases/transaction";
import { mutation } from "./pipeline";
import { router } from "./trpc";

let gate: Promise<void> = Promise.resolve();
let refuse = false;

// A mutation whose effect can be counted, delayed and made to fail.
const make = mutation(
  {
    method: "POST",
    path: "/things",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Make a thing",
    repeats: "replay",
    input: z.object({ sku: z.string(), note: z.string().optional() }),
    output: z.object({ ok: z.literal(true), made: z.string() }),
    example: { response: { ok: true, made: "itm_x" } },
    mcp: false,
  },
  async ({ context, input }) => {
    await gate;
    return writeTransaction(context, async (tx) => {
      const id = context.services.newId("item");
      await tx.run(
        "INSERT INTO catalog_items (workspace_id, id, sku, title, tags, currency) VALUES ($1, $2, $3, $3, '{}', 'EUR')",
        [tx.tenant.workspaceId, id, `${input.sku} ${id}`],
      );
      if (refuse) throw new DomainError("conflict");
      return id;
    });
  },
  (id) => ({ ok: true as const, made: id }),
);

const service = duringTests(() => startTestService({ router: router({ things: router({ make }) }) }));
let workspace: TestWorkspace;
let token: string;

beforeEach(async () => {
  gate = Promise.resolve();
  refuse = false;
  workspace = await service.workspace();
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

const post = (key: string | null, body: unknown, as = token) =>
  service.call("POST", "/things", {
    token: as,
    body,
    headers: key === null ? {} : { "idempotency-key": key },
  });
const effects = async (workspaceId = workspace.id) =>
  (await service.sql("SELECT FROM catalog_items WHERE workspace_id = $1", [workspaceId])).length;

it("replays the first answer for the same request, with one effect", async () => {
  const first = await post("k", { sku: "a" });
  const second = await post("k", { sku: "a" });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.text).toBe(first.text);
  expect(await effects()).toBe(1);
});

it("takes the same fields in another order for the same request", async () => {
  await post("k", '{"sku":"a","note":"b"}');
  expect((await post("k", '{"note":"b","sku":"a"}')).status).toBe(200);
  expect(await effects()).toBe(1);
});

it("acts on every request that has no key", async () => {
  await post(null, { sku: "a" });
  await post(null, { sku: "a" });
  expect(await effects()).toBe(2);
});

it("refuses another request under the key with 422, and changes nothing", async () => {
  await post("k", { sku: "a" });
  const other = await post("k", { sku: "b" });
  expect([other.status, other.json?.["error"]]).toEqual([422, "validation_error"]);
  expect(other.json?.["issues"]).toMatchObject([{ path: "Idempotency-Key" }]);
  expect(await effects()).toBe(1);
});

it("lets one of many concurrent twins through and tells the others so", async () => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const first = post("k", { sku: "a" });
  await expect
    .poll(
      async () =>
        (await service.sql("SELECT FROM idempotency_keys WHERE workspace_id = $1", [workspace.id])).length,
    )
    .toBe(1);
  const twins = await Promise.all(Array.from({ length: 8 }, () => post("k", { sku: "a" })));
  expect(twins.map((twin) => [twin.status, twin.json?.["error"]])).toEqual(
    twins.map(() => [409, "conflict"]),
  );
  open();
  expect((await first).status).toBe(200);
  expect((await post("k", { sku: "a" })).text).toBe((await first).text);
  expect(await effects()).toBe(1);
});

it("has one effect for twins that start together", async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => post("k", { sku: "a" })));
  expect(new Set(responses.map((response) => response.status))).toEqual(
    new Set(responses.some((response) => response.status === 409) ? [200, 409] : [200]),
  );
  expect(await effects()).toBe(1);
});

it("frees the key of a refused request, so that it may succeed later", async () => {
  refuse = true;
  expect((await post("k", { sku: "a" })).status).toBe(409);
  expect(await effects()).toBe(0);
  refuse = false;
  expect((await post("k", { sku: "other" })).status).toBe(200);
  expect(await effects()).toBe(1);
});

it("lets the same request take over from a process that was killed, but not at once", async () => {
  const first = await post("k", { sku: "a" });
  expect(first.status).toBe(200);
  // A process that dies between taking the slot and the effect leaves a slot without a response.
  await service.sql("DELETE FROM catalog_items WHERE workspace_id = $1", [workspace.id]);
  await service.sql("UPDATE idempotency_keys SET status = NULL, response = NULL WHERE workspace_id = $1", [
    workspace.id,
  ]);
  expect((await post("k", { sku: "a" })).status).toBe(409);
  service.clock.advance(61_000);
  expect((await post("k", { sku: "b" })).status).toBe(422);
  expect((await post("k", { sku: "a" })).status).toBe(200);
  expect(await effects()).toBe(1);
});

it("undoes the effect of a claimant that was taken over meanwhile", async () => {
  let open = (): void => undefined;
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const slow = post("k", { sku: "a" });
  await expect
    .poll(
      async () =>
        (await service.sql("SELECT FROM idempotency_keys WHERE workspace_id = $1", [workspace.id])).length,
    )
    .toBe(1);
  service.clock.advance(61_000);
  const blocked = gate;
  gate = Promise.resolve();
  const quick = await post("k", { sku: "a" });
  expect(quick.status).toBe(200);
  open();
  await blocked;
  expect((await slow).status).toBe(409);
  expect(await effects()).toBe(1);
});

it("forgets a key after 24 hours", async () => {
  await post("k", { sku: "a" });
  service.clock.advance(DAY_MS);
  expect((await post("k", { sku: "b" })).status).toBe(200);
  expect(await effects()).toBe(2);
});

it("keeps keys of callers and workspaces apart", async () => {
  const second = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const elsewhere = await service.workspace();
  const foreign = await service.mintToken({ workspaceId: elsewhere.id, userId: elsewhere.userId });
  for (const as of [token, second, foreign]) expect((await post("k", { sku: as }, as)).status).toBe(200);
  expect([await effects(), await effects(elsewhere.id)]).toEqual([2, 1]);
});

it("refuses keys that are empty or longer than 255 characters", async () => {
  expect((await post("x".repeat(256), { sku: "a" })).status).toBe(422);
  expect((await post("", { sku: "a" })).status).toBe(422);
  expect((await post("x".repeat(255), { sku: "a" })).status).toBe(200);
});

it("says no word of an error's own text, whatever is thrown", async () => {
  await service.sql("ALTER TABLE catalog_items ADD CONSTRAINT secret_rule CHECK (sku NOT LIKE 'boom%')");
  const response = await post("k", { sku: "boom" });
  expect([response.status, response.json?.["error"]]).toEqual([500, "internal_error"]);
  expect(response.text).not.toContain("secret_rule");
  expect(service.logged.at(-1)?.level).toBe("error");
  await service.sql("ALTER TABLE catalog_items DROP CONSTRAINT secret_rule");
  expect((await post("k", { sku: "boom" })).status).toBe(200);
});
