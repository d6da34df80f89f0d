import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ now: "2026-12-31T23:30:00Z" }));

it("answers exactly the fields of the contract, counted from what is there", async () => {
  const { id, userId } = await service.workspace({ plan: "pro" });
  const token = await service.mintToken({ workspaceId: id, userId });
  const past = new Date("2026-12-01T00:00:00Z");
  await service.mintToken({ workspaceId: id, userId, revokedAt: past });
  await service.mintToken({ workspaceId: id, userId, expiresAt: past });
  await service.person({ workspaceId: id, role: "viewer" });
  for (let i = 0; i < 3; i++) await service.make.item(id);
  await service.make.run(id);
  await service.make.run(id, { created_at: new Date("2026-12-30T23:59:59Z") });
  const [since] = await service.sql<{ lifecycle_since: Date }>(
    "SELECT lifecycle_since FROM workspaces WHERE id = $1",
    [id],
  );
  const response = await service.call("GET", "/workspace/status", { token });
  expect(response.status).toBe(200);
  expect(response.json).toEqual({
    lifecycle: { state: "active", plan: "pro", since: since?.lifecycle_since.toISOString() },
    usage: {
      period_start: "2026-12-01T00:00:00.000Z",
      period_end: "2027-01-01T00:00:00.000Z",
      items: { used: 3, limit: 10_000 },
      runs: { used: 1, limit: 48, per: "day", resets_at: "2027-01-01T00:00:00.000Z" },
      checks: { used: 0, limit: 50_000, per: "month", resets_at: "2027-01-01T00:00:00.000Z" },
      members: { used: 2, limit: 10 },
      tokens: { used: 1, limit: 20 },
    },
    support_access: null,
    account_deletion: null,
  });
  expect(response.text).toContain('"support_access":null,"account_deletion":null');
});

it.each(["trial", "active", "past_due", "suspended", "deleting"] as const)(
  "answers in a workspace that is %s, to a person's session too",
  async (lifecycle) => {
    const { userId } = await service.workspace({ plan: "enterprise", lifecycle, role: "viewer" });
    const response = await service.call("GET", "/workspace/status", {
      token: await service.sessionJwt(userId),
    });
    expect(response.json).toMatchObject({
      lifecycle: { state: lifecycle },
      usage: {
        items: { used: 0, limit: 1_000_000 },
        runs: { limit: null },
        checks: { used: 0, limit: null },
      },
    });
  },
);

it("counts nothing of another workspace", async () => {
  const busy = await service.workspace();
  await service.make.item(busy.id);
  await service.make.run(busy.id);
  const { id, userId } = await service.workspace({ plan: "free" });
  const token = await service.mintToken({ workspaceId: id, userId });
  expect((await service.call("GET", "/workspace/status", { token })).json).toMatchObject({
    usage: { items: { used: 0 }, runs: { used: 0, limit: 4 }, members: { used: 1 }, tokens: { used: 1 } },
  });
});
