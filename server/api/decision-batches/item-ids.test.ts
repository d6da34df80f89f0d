import { expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startShops } from "@/server/testing/shop";
import { processDecisionBatch } from "@/server/usecases/decision-batches/process";
import { publicError } from "../error-response";

const shops = duringTests(startShops);

it("lists what a batch decides, before and after its decisions, without what fell out at the preview", async () => {
  const shop = await shops.shop();
  const waiting = [await shop.pending(), await shop.pending()].map(({ recommendation }) => recommendation);
  const unknown = "rec_01k9zq0v7k3t5m8w2x4y6z0a1b";
  const created = await shop.post("/decision-batches", { action: "approve", ids: [...waiting, unknown] });
  const { id, hash } = created.json?.["batch"] as { id: string; hash: string };
  const { workspace } = shop;
  const person = await browserCaller(shops.service, { userId: workspace.userId, workspaceId: workspace.id });
  const ids = async () => (await person.decisionBatches.itemIds({ batch_id: id })).sort();
  expect(await ids()).toEqual([...waiting].sort());
  await shop.post(`/decision-batches/${id}/confirm`, { hash });
  await processDecisionBatch(shops.service.services, workspace.tenant, id);
  expect(await ids()).toEqual([...waiting].sort());
});

it("does not exist for other workspaces", async () => {
  const shop = await shops.shop();
  const other = await shops.shop();
  const { recommendation } = await shop.pending();
  const created = await shop.post("/decision-batches", {
    action: "reject",
    ids: [recommendation],
    reason: "No.",
  });
  const { id } = created.json?.["batch"] as { id: string };
  const { workspace } = other;
  const person = await browserCaller(shops.service, { userId: workspace.userId, workspaceId: workspace.id });
  const refusal = await person.decisionBatches.itemIds({ batch_id: id }).catch(publicError);
  expect(refusal).toMatchObject({ code: "not_found" });
});
