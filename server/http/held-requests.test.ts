import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
/** Longer than a credential counts that was checked before the body came. */
const HELD_MS = 1_200;

/** Sends the headers of a request, and its body only after `meanwhile` and a while. @returns the status */
async function held(path: string, token: string, body: object, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
  };
  const sent = httpRequest(service.url + path, { method: "POST", headers });
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once("response", (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once("error", reject);
  });
  sent.flushHeaders();
  await pause(HELD_MS);
  await meanwhile();
  sent.end(text);
  return status;
}

const items = { items: [{ sku: "HELD", title: "Held", price: { amount: "9.90", currency: "EUR" } }] };
const countItems = async () => (await service.sql("SELECT 1 FROM catalog_items WHERE sku = 'HELD'")).length;

it("changes nothing by a token that is revoked while its body is awaited", async () => {
  const workspace = await service.workspace();
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const status = held("/catalog/items", token, items, () =>
    service.sql("UPDATE api_tokens SET revoked_at = now() WHERE workspace_id = $1", [workspace.id]),
  );
  expect(await status).toBe(401);
  expect(await countItems()).toBe(0);
});

it("changes nothing for a person who loses the role while the body is awaited", async () => {
  const workspace = await service.workspace();
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const status = held("/catalog/items", token, items, () =>
    service.sql("UPDATE memberships SET role = 'viewer' WHERE workspace_id = $1", [workspace.id]),
  );
  expect(await status).toBe(403);
  expect(await countItems()).toBe(0);
});

it("carries out a request whose body comes late, while its token holds", async () => {
  const workspace = await service.workspace();
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  expect(await held("/catalog/items", token, items, () => Promise.resolve())).toBe(200);
  expect(await countItems()).toBe(1);
});
