import { message } from "@/server/testing/agents";
import { count, draw, type Scene } from "./scene";
import type { FaultShop, WaitingPrice } from "./shop";

const TRIES = 4;
/** Answers out of a thousand. */
const LOST = { "answer lost to the caller": 60 };

/** A way to approve a price; the status of the answer, 0 for none. */
type Approve = (scene: Scene, price: WaitingPrice) => Promise<number>;

const post = async (
  scene: Scene,
  token: string,
  path: string,
  body: object,
  key: string,
): Promise<Response> =>
  fetch(`${scene.api.endpoint.origin}/api/v1${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key,
    },
    body: JSON.stringify(body),
  });

const byRest =
  (token: string): Approve =>
  async (scene, { recommendation }) => {
    const path = `/recommendations/${recommendation}/approve`;
    const response = await post(scene, token, path, {}, `key-${scene.randomAtOnce()}`);
    await response.arrayBuffer();
    return response.status;
  };

const byAgent =
  (token: string): Approve =>
  async ({ api }, { recommendation }) => {
    const call = { name: "recommendations_approve", arguments: { rec_id: recommendation, version: 1 } };
    const response = await api.endpoint.post(message("tools/call", call), {
      authorization: `Bearer ${token}`,
    });
    const text = await response.text();
    if (text.includes("internal_error")) return 500;
    return response.ok && text.includes('"ok":true') ? 200 : response.ok ? 409 : response.status;
  };

const byBrowser =
  ({ workspace: { id, userId } }: FaultShop): Approve =>
  async ({ api }, { recommendation }) => {
    const page = await api.browser({ userId, workspaceId: id });
    return page.recommendations.approve({ rec_id: recommendation }).then(
      () => 200,
      () => 409,
    );
  };

/** Approves a price as several impatient callers do at once; each repeats what fails or is not answered. */
export async function approveAtOnce(scene: Scene, price: WaitingPrice): Promise<void> {
  const { approvers, outsiders } = scene.shop;
  const ways = [...approvers.map(byRest), ...approvers.map(byAgent), byBrowser(scene.shop)];
  const callers = 1 + Math.floor(scene.random() * 3);
  const chosen = Array.from({ length: callers }, () => ways[Math.floor(scene.random() * ways.length)]);
  if (scene.random() < 0.3) {
    const outsider = outsiders[Math.floor(scene.random() * outsiders.length)];
    if (outsider !== undefined) chosen.push(scene.random() < 0.5 ? byRest(outsider) : byAgent(outsider));
  }
  const ready = chosen.filter((approve) => approve !== undefined);
  await Promise.all(ready.map((approve) => repeatUntilAnswered(scene, price, approve)));
}

/** Repeats a request whose answer is an error of the server, or was lost on its way. */
async function repeatUntilAnswered(scene: Scene, price: WaitingPrice, approve: Approve): Promise<void> {
  for (let n = 0; n < TRIES; n += 1) {
    const status = await approve(scene, price).catch(() => 0);
    if (status === 200) scene.answered.add(price.recommendation);
    noteServerError(scene, "an approval", status);
    if (status !== 0 && status < 500 && draw(scene, LOST, scene.randomAtOnce) === null) return;
  }
}

/** A failure of the database that passes is answered with 503, and no other is injected. */
function noteServerError({ serverErrors }: Scene, request: string, status: number): void {
  if (status >= 500 && status !== 503) serverErrors.push(`${request} was answered with ${status}`);
}

/** Approves the prices as one batch: its preview, its confirmation, and the job that carries it out. */
export async function approveAsBatch(scene: Scene, prices: readonly WaitingPrice[]): Promise<string | null> {
  const [token = ""] = scene.shop.approvers;
  const ids = prices.map(({ recommendation }) => recommendation);
  const again = async (path: string, body: object, key: string): Promise<Record<string, unknown> | null> => {
    for (let n = 0; n < TRIES; n += 1) {
      const response = await post(scene, token, path, body, key).catch(() => null);
      if (response?.ok) return (await response.json()) as Record<string, unknown>;
      noteServerError(scene, path, response?.status ?? 0);
    }
    return null;
  };
  const made = await again("/decision-batches", { action: "approve", ids }, `made-${scene.random()}`);
  const batch = made?.["batch"] as { id: string; hash: string } | undefined;
  if (batch === undefined) return null;
  await again(`/decision-batches/${batch.id}/confirm`, { hash: batch.hash }, `confirmed-${scene.random()}`);
  count(scene, "approved as a batch");
  return batch.id;
}

/** Asks to take a price back, to cancel a write, for a sync or for a run; what is refused is refused. */
export async function ask(scene: Scene, path: string): Promise<Record<string, unknown> | null> {
  const [, token = ""] = scene.shop.approvers;
  const response = await post(scene, token, path, {}, `asked-${scene.random()}`).catch(() => null);
  noteServerError(scene, path, response?.status ?? 0);
  return response?.ok ? ((await response.json()) as Record<string, unknown>) : null;
}
