import { beforeEach, describe, expect, it } from "vitest";
import { publicError } from "@/server/api/error-response";
import { DAY_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { memberContext } from "../operator-context";
import { processRun } from "../runs/process";
import { processWriteBack } from "../write-backs/process";
import { takeSampleShop } from "./take";

const service = duringTests(startSandboxService);
beforeEach(() => service.clock.advance(DAY_MS));

async function place(currency = "EUR") {
  const workspace = await service.workspace({ currency });
  const owner = await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id });
  return { ...workspace, owner };
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );
const itemCount = async (id: string) =>
  (await service.sql("SELECT 1 FROM catalog_items WHERE workspace_id = $1", [id])).length;

describe("the sample shop", () => {
  it("leads from an empty workspace to a price in the sandbox store, and the first steps follow", async () => {
    const { id, owner, tenant } = await place();
    expect(await owner.workspace.firstSteps({})).toEqual({
      items: false,
      sample: false,
      store: null,
      market: false,
      run: null,
      applied: false,
      pricing_confirmed: false,
      sample_offered: true,
      sandbox_offered: false,
    });
    const taken = await owner.sampleShop.take({});
    expect(taken).toMatchObject({ items: 60, run_id: expect.stringMatching(/^run_/) });
    expect(await owner.workspace.firstSteps({})).toMatchObject({
      items: true,
      sample: true,
      store: "sandbox",
      market: true,
      run: "queued",
      pricing_confirmed: false,
      sample_offered: false,
      sandbox_offered: false,
    });
    await processRun(service.services, tenant, taken.run_id ?? "", new AbortController().signal);
    const { data } = await owner.recommendations.list({ status: "new", kind: "price_change" });
    expect(data.length).toBeGreaterThan(5);
    const [first] = data;
    if (!first) throw new Error("no price to change");
    await owner.recommendations.accept({ rec_id: first.id });
    await owner.recommendations.approve({ rec_id: first.id });
    const [write] = await service.sql<{ id: string }>("SELECT id FROM write_backs WHERE workspace_id = $1", [
      id,
    ]);
    await processWriteBack(service.services, tenant, write?.id ?? "");
    expect(await owner.workspace.firstSteps({})).toMatchObject({ run: "succeeded", applied: true });
  });

  it("is in the workspace's currency, and nothing of it is confirmed for a person", async () => {
    const { id, owner } = await place("USD");
    await owner.sampleShop.take({});
    expect(
      await service.sql("SELECT DISTINCT currency FROM catalog_items WHERE workspace_id = $1", [id]),
    ).toEqual([{ currency: "USD" }]);
    expect((await owner.workspace.pricing({})).contradictions).toEqual([]);
    expect((await owner.workspace.pricing({})).confirmed_at).toBeNull();
  });

  it("is taken once: a repeat changes nothing, and goes on where the store was not connected", async () => {
    const { id, owner } = await place();
    await owner.sampleShop.take({});
    expect(await owner.sampleShop.take({})).toMatchObject({ items: 0, observations: 0, run_id: null });
    expect((await owner.runs.list({})).data).toHaveLength(1);
    await service.sql("UPDATE integrations SET status = 'disconnected' WHERE workspace_id = $1", [id]);
    await owner.sampleShop.take({});
    expect(await owner.workspace.firstSteps({})).toMatchObject({ store: "sandbox" });
    expect(await itemCount(id)).toBe(60);
  });

  it("is taken without a run where none may be started yet, and a person starts it later", async () => {
    const { id, owner, userId } = await place();
    await service.sql("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", [userId]);
    const unconfirmed = await browserCaller(service, { userId, workspaceId: id });
    expect(await unconfirmed.sampleShop.take({})).toMatchObject({ items: 60, run_id: null });
    expect(await owner.workspace.firstSteps({})).toMatchObject({ store: "sandbox", run: null });
  });

  it("is refused beside other items or another store, and changes nothing", async () => {
    const busy = await place();
    await service.make.item(busy.id);
    expect(await codeOf(busy.owner.sampleShop.take({}))).toBe("conflict");
    // Items of one's own go with the sandbox store alone, and their currency and VAT are still to be said.
    expect(await busy.owner.workspace.firstSteps({})).toMatchObject({ sample: false, sandbox_offered: true });
    await busy.owner.integrations.connect({ kind: "sandbox" });
    expect(await busy.owner.workspace.firstSteps({})).toMatchObject({
      store: "sandbox",
      sample: false,
      sandbox_offered: false,
      pricing_confirmed: false,
    });
    const connected = await place();
    await service.make.integration(connected.id, { kind: "vendure" });
    expect(await codeOf(connected.owner.sampleShop.take({}))).toBe("conflict");
    expect([await itemCount(busy.id), await itemCount(connected.id)]).toEqual([1, 0]);
  });

  it("is neither offered nor taken where the installation runs no sandbox store", async () => {
    const { id, userId } = await place();
    const context = await memberContext(service.services, id, `${userId}@example.test`);
    const services = { ...service.services, sandbox: null };
    expect(await codeOf(takeSampleShop({ ...context, services }))).toBe("conflict");
    const owner = await browserCaller({ ...service, services }, { userId, workspaceId: id });
    expect((await owner.workspace.firstSteps({})).sample_offered).toBe(false);
    expect(await itemCount(id)).toBe(0);
  });
});
