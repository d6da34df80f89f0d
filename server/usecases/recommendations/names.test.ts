import { beforeAll, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";

const shops = duringTests(startShops);
let shop: Shop;

beforeAll(async () => {
  shop = await shops.shop();
});

const emailOf = async (userId: string): Promise<string> => {
  const [row] = await shops.service.sql<{ email: string }>("SELECT email FROM users WHERE id = $1", [userId]);
  return row?.email ?? "";
};

/** A token of a person, with a name as they choose it. */
async function tokenOf(userId: string, name: string): Promise<string> {
  const workspaceId = shop.workspace.id;
  const token = await shops.service.mintToken({ workspaceId, userId });
  await shops.service.sql(
    "UPDATE api_tokens SET name = $2 WHERE workspace_id = $1 AND id = (SELECT max(id) FROM api_tokens WHERE workspace_id = $1)",
    [workspaceId, name],
  );
  return token;
}

it("a token called like a colleague does not stand for them, and two of one name are told apart", async () => {
  const { id: workspaceId, userId: owner } = shop.workspace;
  const eve = await shops.service.person({ workspaceId, role: "approver" });
  const mara = await shops.service.person({ workspaceId, role: "approver" });
  const [evesEmail, marasEmail] = await Promise.all([eve, mara].map(emailOf));
  const tokens = [await tokenOf(eve, marasEmail ?? ""), await tokenOf(eve, marasEmail ?? "")];
  const names = tokens.map((token) => `${evesEmail} by token “${marasEmail}” (…${token.slice(-4)})`);
  const { recommendation: id } = await shop.pending();
  const call = (index: number, path: string, body: object) =>
    shops.service.call("POST", `/recommendations/${id}/${path}`, { token: tokens[index] ?? "", body });
  await call(0, "comments", { text: "Fine with me." });
  await call(1, "comments", { text: "With me, too." });
  await call(0, "approve", { reason: "As agreed." });
  const { json } = await shop.get(`/recommendations/${id}`);
  expect(json).toMatchObject({ decision: { by: names[0] } });
  const { json: comments } = await shop.get(`/recommendations/${id}/comments`);
  const authors = (comments?.["data"] as { by: string }[]).map(({ by }) => by);
  expect(new Set(authors)).toEqual(new Set(names));
  const page = await browserCaller(shops.service, { userId: owner, workspaceId });
  const { data } = await page.audit.list({ subject: id });
  expect(new Set(data.map(({ actor_name }) => actor_name))).toEqual(new Set(names));
  const stored = await shops.service.sql("SELECT DISTINCT actor_label FROM audit_events WHERE subject = $1", [
    id,
  ]);
  expect(JSON.stringify(stored)).not.toContain(evesEmail);
});
