import { beforeEach, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService, type TestResponse } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";
import { processRun } from "@/server/usecases/runs/process";

const service = duringTests(() =>
  startTestService({
    checkpoint: async (point) => {
      if (point === "run:page-committed") await between?.();
      if (point === "run:publishing") await publishing?.();
    },
  }),
);
let shop: Shop;
/** Called between two pages of a run. */
let between: (() => Promise<void>) | null = null;
/** Called between two parts of a run's publication. */
let publishing: (() => Promise<void>) | null = null;

beforeEach(async () => {
  between = publishing = null;
  shop = await openShop(service);
});

const idOf = (response: TestResponse) => (response.json?.["run"] as { id: string }).id;
const trigger = async () => idOf(await shop.call("POST", "/runs"));
const status = async (id: string) => (await shop.call("GET", `/runs/${id}`)).json?.["status"];
const work = (id: string) => processRun(service.services, shop.workspace.tenant, id, undefined, 1);
const count = async (table: string) =>
  (
    await service.sql(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = $1`, [shop.workspace.id])
  )[0]?.["n"];

describe("triggering", () => {
  it("answers 202 with the queued run and has a job for it", async () => {
    const response = await shop.call("POST", "/runs", { subset_tags: ["red", "red", "blue"] });
    expect(response.status).toBe(202);
    expect(response.json).toMatchObject({
      ok: true,
      idempotent: false,
      run: {
        status: "queued",
        trigger: "api",
        subset_tags: ["red", "blue"],
        progress: { done: 0, total: null },
        counts: null,
        started_at: null,
      },
    });
    const jobs = await service.sql("SELECT key FROM graphile_worker.jobs WHERE key = $1", [
      `run:${idOf(response)}`,
    ]);
    expect(jobs).toHaveLength(1);
  });

  it.each([{ subset_tags: "red" }, { subset_tags: [1] }, { subset_tags: [""] }, { subset_tags: null }])(
    "refuses %j with 422 and the field",
    async (body) => {
      const response = await shop.call("POST", "/runs", body);
      expect([response.status, response.json?.["error"]]).toEqual([422, "validation_error"]);
      expect(JSON.stringify(response.json?.["issues"])).toContain("subset_tags");
    },
  );

  it("needs a confirmed e-mail address", async () => {
    const userId = await service.person({ workspaceId: shop.workspace.id, confirmed: false });
    const token = await service.mintToken({ workspaceId: shop.workspace.id, userId });
    const response = await service.call("POST", "/runs", { token });
    expect([response.status, response.json?.["error"]]).toEqual([402, "email_not_confirmed"]);
    expect(await count("runs")).toBe(0);
  });

  it("stops at the plan's runs of the day, also when two ask at once, and goes on the next day", async () => {
    const free = await openShop(service, { plan: "free" });
    for (let i = 0; i < 3; i++) expect((await free.call("POST", "/runs")).status).toBe(202);
    const both = await Promise.all([free.call("POST", "/runs"), free.call("POST", "/runs")]);
    expect(both.map((response) => response.status).sort()).toEqual([202, 402]);
    const refused = both.find((response) => response.status === 402);
    expect(refused?.json).toMatchObject({
      error: "run_budget_exceeded",
      limit: 4,
      used: 4,
      plan: "free",
      resets_at: "2026-11-03T00:00:00.000Z",
    });
    const before = service.clock.now();
    service.clock.set("2026-11-03T00:00:00.000Z");
    expect((await free.call("POST", "/runs")).status).toBe(202);
    service.clock.set(before);
  });

  it("replays its answer under the same Idempotency-Key and adds no second run", async () => {
    const ask = () =>
      service.call("POST", "/runs", {
        token: shop.token,
        headers: { "idempotency-key": "once" },
        body: { subset_tags: ["a"] },
      });
    const first = await ask();
    const second = await ask();
    expect([second.status, second.text]).toEqual([202, first.text]);
    expect(await count("runs")).toBe(1);
  });
});

describe("one run at a time", () => {
  it("lets further ones wait in order", async () => {
    await shop.stock({ sku: "a", price: "20.00", cost: "10.00" });
    const first = await trigger();
    service.clock.advance(10);
    const second = await trigger();
    await work(second);
    expect(await status(second)).toBe("queued");
    between = async () => {
      between = null;
      await work(second);
      expect([await status(first), await status(second)]).toEqual(["running", "queued"]);
    };
    await work(first);
    expect([await status(first), await status(second)]).toEqual(["succeeded", "queued"]);
    await work(second);
    expect(await status(second)).toBe("succeeded");
  });
});

describe("canceling", () => {
  it("stops a run between two pages: nothing is published, a repeat is idempotent", async () => {
    await shop.stock(
      { sku: "a", price: "10.00", cost: "12.00" },
      { sku: "b", price: "10.00", cost: "12.00" },
      { sku: "c", price: "10.00", cost: null },
    );
    const id = await trigger();
    between = async () => {
      between = null;
      const response = await shop.call("POST", `/runs/${id}/cancel`);
      expect(response.json).toMatchObject({ ok: true, idempotent: false, run: { id, status: "canceled" } });
    };
    await work(id);
    expect(await status(id)).toBe("canceled");
    expect([await count("recommendations"), await count("alerts"), await count("run_results")]).toEqual([
      0, 0, 0,
    ]);
    const repeat = await shop.call("POST", `/runs/${id}/cancel`);
    expect([repeat.status, repeat.text]).toEqual([200, '{"ok":true,"idempotent":true}']);
    await work(id);
    expect(await status(id)).toBe("canceled");
  });

  it.each([
    ["compares what it found with what stands", 0],
    ["has written recommendations already", 1],
    ["has written recommendations and is at its alerts", 2],
  ])("stops a run that is publishing and %s: nothing of it stays, the next goes on", async (_, parts) => {
    await shop.stock(
      { sku: "a", price: "10.00", cost: "12.00" },
      { sku: "b", price: "10.00", cost: "12.00" },
      { sku: "c", price: "10.00", cost: null },
    );
    const id = await trigger();
    const next = await trigger();
    let passed = 0;
    publishing = async () => {
      if (passed++ < parts) return;
      publishing = null;
      const response = await shop.call("POST", `/runs/${id}/cancel`);
      expect(response.json).toMatchObject({ ok: true, idempotent: false, run: { id, status: "canceled" } });
      expect((await shop.call("POST", `/runs/${id}/cancel`)).text).toBe('{"ok":true,"idempotent":true}');
    };
    await work(id);
    expect(publishing).toBeNull();
    expect(await status(id)).toBe("canceled");
    expect([await count("recommendations"), await count("alerts"), await count("run_results")]).toEqual([
      0, 0, 0,
    ]);
    await work(next);
    expect(await status(next)).toBe("succeeded");
    expect([await count("recommendations"), await count("alerts")]).toEqual([1, 5]);
  });

  it("leaves a run that is publishing to its worker while the lease is renewed", async () => {
    await shop.stock({ sku: "a", price: "10.00", cost: "12.00" });
    const id = await trigger();
    publishing = async () => {
      publishing = null;
      service.clock.advance(service.services.settings.runLeaseMs - 1_000);
      await work(id);
      expect(await status(id)).toBe("running");
    };
    await work(id);
    expect(await status(id)).toBe("succeeded");
  });

  it("publishes once where another worker takes a run up whose publisher let its lease pass", async () => {
    await shop.stock({ sku: "a", price: "10.00", cost: null });
    const id = await trigger();
    publishing = async () => {
      publishing = null;
      service.clock.advance(service.services.settings.runLeaseMs + 1_000);
      await work(id);
      expect(await status(id)).toBe("succeeded");
    };
    await work(id);
    expect([await count("recommendations"), await count("run_results")]).toEqual([1, 1]);
    expect(await service.sql("SELECT fence, status FROM runs WHERE id = $1", [id])).toEqual([
      { fence: 2, status: "succeeded" },
    ]);
  });

  it("conflicts on a finished run", async () => {
    const run = await shop.run();
    const response = await shop.call("POST", `/runs/${run["id"]}/cancel`);
    expect([response.status, response.json?.["error"], response.json?.["current_status"]]).toEqual([
      409,
      "conflict",
      "succeeded",
    ]);
  });

  it("lets the next one go", async () => {
    const first = await trigger();
    service.clock.advance(10);
    const second = await trigger();
    await shop.call("POST", `/runs/${first}/cancel`);
    await work(second);
    expect(await status(second)).toBe("succeeded");
  });
});

describe("reading", () => {
  it("pages newest first and filters by status", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      service.clock.advance(10);
      ids.unshift(await trigger());
    }
    const page = async (query: string) => (await shop.call("GET", `/runs?${query}`)).json ?? {};
    const first = await page("limit=2");
    const rest = await page(`limit=2&cursor=${String(first["next_cursor"])}`);
    const listed = [...(first["data"] as { id: string }[]), ...(rest["data"] as { id: string }[])];
    expect(listed.map((run) => run.id)).toEqual(ids);
    expect(rest["next_cursor"]).toBeNull();
    expect((await page("status=succeeded"))["data"]).toEqual([]);
    expect((await shop.call("GET", "/runs?status=done")).status).toBe(422);
  });

  it.each(["nothing", "run_%00", "run_00000000000000000000000000"])("answers 404 to /runs/%s", async (id) => {
    expect((await shop.call("GET", `/runs/${id}`)).status).toBe(404);
    expect((await shop.call("POST", `/runs/${id}/cancel`)).status).toBe(404);
    expect((await shop.call("POST", `/runs/${id}/release`)).status).toBe(404);
  });
});
