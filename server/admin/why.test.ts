import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { logEvent } from "@/server/domain/log/events";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { type Shop, type ShopService, startShops } from "@/server/testing/shop";
import { withOrigin } from "@/server/usecases/report";
import { UsageError } from "./command";
import { commandFor } from "./commands";

const UNKNOWN_ID = "wbk_01m6dsg7e00000000000000000";

let shops: ShopService;
let shop: Shop;
let folder: string;
let screen: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pricecheck-why-"));
  shops = await startShops({ settings: { storeTimeoutMs: 400, quarantineMs: 500 } });
});
afterAll(async () => {
  await shops.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  shops.proxy.clear();
  shop = await shops.shop();
  screen = [];
});

async function why(...args: string[]): Promise<Record<string, unknown>> {
  screen = [];
  const { found, rest } = commandFor(["why", ...args]);
  const print = (line: string) => void screen.push(line);
  return { ...(await found.read(rest)({ services: shops.service.services, folder, print })) };
}

const text = () => screen.join("\n");

/** Returns where the texts stand in the screen, -1 for one that does not. */
const places = (...texts: string[]) => texts.map((each) => text().indexOf(each));

async function writeBackOf(recommendation: string): Promise<string> {
  const [row] = await shops.service.sql<{ id: string }>(
    "SELECT id FROM write_backs WHERE recommendation_id = $1",
    [recommendation],
  );
  return row?.id ?? "";
}

/** Writes the log as the service does. */
async function logFile(): Promise<string> {
  const lines = shops.service.lines.map(({ level, fields, message }) =>
    JSON.stringify({
      level,
      time: new Date(shops.service.clock.now()).toISOString(),
      ...fields,
      msg: message,
    }),
  );
  await writeFile(join(folder, "service.log"), ["not of the service", ...lines].join("\n"));
  return "service.log";
}

describe("why, of a write-back", () => {
  it("tells who approved, why it waited and was tried again until it went through, and the present price", async () => {
    const pending = await shop.pending();
    shops.proxy.fault({ mode: "429-before", times: 50 });
    await shop.post(`/recommendations/${pending.recommendation}/approve`);
    await withOrigin({ job: "7" }, () => shop.work());
    const id = await writeBackOf(pending.recommendation);
    const waiting = await why(id);
    expect(waiting).toMatchObject({ id, kind: "write_back", status: "queued", workspace: shop.workspace.id });
    expect(waiting["waits_for"]).toMatch(/^the next attempt: .*status 429/);
    expect(Date.parse(String(waiting["until"]))).toBeGreaterThan(shops.service.clock.now());

    shops.proxy.clear();
    shops.service.clock.advance(MINUTE_MS);
    await withOrigin({ job: "8" }, () => shop.work());
    const ended = await why(id, "--store", "--log", await logFile());
    expect(ended).toMatchObject({ status: "applied", waits_for: null, until: null });
    expect(ended["store"]).toBe(
      "The store has 21.49 EUR; beside it stands the write key of this write-back.",
    );
    const order = places("recommendation.approve", "price sent for the first time", "write_back.applied");
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(text()).toContain("write-back waits");
    expect(text()).toMatch(/store call .*outcome=throttled .*retry_after_ms=1000/);
    expect(text()).toContain("19.99 → 21.49 EUR");
    expect(text()).toContain("Ended as applied; it waits for nothing.");
  });

  it("shows lines of its own workspace alone, whatever requests elsewhere are called", async () => {
    const other = await shops.shop();
    const CHOSEN = "chosen-by-its-caller";
    const sent = async (at: Shop) => {
      const pending = await at.pending();
      await at.post(`/recommendations/${pending.recommendation}/approve`);
      return writeBackOf(pending.recommendation);
    };
    const id = await sent(shop);
    const elsewhere = [await sent(other), await sent(other)];
    shops.proxy.fault({ mode: "429-before", times: 50 });
    await withOrigin({ request: CHOSEN }, () => shop.work());
    await withOrigin({ request: CHOSEN }, () => other.work());
    shops.service.clock.advance(MINUTE_MS);
    await withOrigin({ request: id }, () => other.work());
    const { log } = shops.service.services;
    logEvent(log, "request", { method: "GET", route: "page", status: 404, request: id });
    log.warn({ mail: id }, "of the process itself");
    await why(id, "--log", await logFile());
    expect(text().match(/store call .*/g)).toEqual([expect.stringContaining(shop.integration)]);
    expect(text()).toContain("of the process itself");
    expect(text()).not.toContain("request method=GET");
    for (const each of [other.integration, ...elsewhere]) expect(text()).not.toContain(each);
  });

  it("says what another price in the store is, and changes nothing there", async () => {
    const pending = await shop.pending();
    await shop.post(`/recommendations/${pending.recommendation}/approve`);
    await shop.work();
    await shop.edit(pending.ref, "1777", null);
    const given = await shop.given(pending.ref);
    const before = shops.proxy.log().length;
    const { store } = await why(await writeBackOf(pending.recommendation), "--store");
    expect(store).toBe("The store has 17.77 EUR; beside it stands no write key.");
    expect(await shop.given(pending.ref)).toEqual(given);
    const asked = shops.proxy.log().slice(before);
    expect(asked.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("names the freeze that the write-back waits for, and its end", async () => {
    const pending = await shop.pending();
    const until = new Date(shops.service.clock.now() + 90 * MINUTE_MS);
    await shop.post(`/recommendations/${pending.recommendation}/approve`);
    const id = await writeBackOf(pending.recommendation);
    await shops.service.sql(
      `UPDATE write_backs SET status = 'queued', sent_at = NULL, finished_at = NULL, lease_until = NULL,
         waits_until = $2, not_before = $2, waits_reason = 'Inventory week' WHERE id = $1`,
      [id, until],
    );
    expect(await why(id)).toMatchObject({
      waits_for: "the end of the freeze “Inventory week”",
      until: until.toISOString(),
    });
  });
});

it("why, of a recommendation, names those who approved it and how many are missing", async () => {
  const { recommendation } = await shop.pending();
  const version = 1;
  const { id: workspaceId } = shop.workspace;
  await shops.service.sql("UPDATE recommendations SET people_needed = 2 WHERE id = $1", [recommendation]);
  const approve = async (email: string) => {
    const person = await shops.service.person({ email, workspaceId, role: "approver" });
    await shops.service.sql(
      `INSERT INTO recommendation_approvals (workspace_id, recommendation_id, version, person, label, lane, at)
       VALUES ($1, $2, $3, $4, $5, 'large changes', $6)`,
      [workspaceId, recommendation, version, person, email, new Date(shops.service.clock.now())],
    );
  };
  await approve("iris@lamps.test");
  const { waits_for: waitsFor } = await why(recommendation);
  expect(waitsFor).toBe("the approval of 1 more person; iris@lamps.test approved");
  await approve("noor@lamps.test");
  await why(recommendation);
  expect(text()).toMatch(
    /approved as one of 2 people, auto-approval rule “large changes” · iris@lamps\.test/,
  );
  expect(text()).toMatch(
    /approved as one of 2 people, auto-approval rule “large changes” · noor@lamps\.test/,
  );
});

describe("why, of a webhook delivery", () => {
  let at: NotifiedShop;
  beforeEach(async () => {
    at = await openNotifiedShop(shops.service);
  });

  it("tells of one that failed three times the last answer, each attempt of the log, and the next one's time", async () => {
    const endpoint = await at.listen();
    await at.decide();
    at.receiver.answer = () => ({ status: 503, body: "come back" });
    for (const ms of [0, 10_000, 10 * MINUTE_MS]) {
      shops.service.clock.advance(ms);
      await at.work(endpoint);
    }
    const [delivery] = await at.deliveries(endpoint);
    const answer = await why(String(delivery?.["id"]), "--log", await logFile());
    await at.close();
    expect(answer).toMatchObject({ kind: "delivery", status: "pending", waits_for: "its next attempt" });
    expect(Date.parse(String(answer["until"]))).toBeGreaterThan(shops.service.clock.now());
    expect(text()).toContain("attempt 3: HTTP 503");
    expect(text().match(/webhook delivery .*outcome=retry status=503 attempts=\d/g)).toHaveLength(3);
    expect(text()).not.toContain(at.receiver.secrets[0]);
    expect(text()).not.toContain("/hook");
  });
});

it("why, of a run, tells who asked for it and how it ended", async () => {
  const run = await shop.post("/runs");
  const id = (run.json?.["run"] as { id: string }).id;
  expect(await why(id)).toMatchObject({
    kind: "run",
    status: "queued",
    waits_for: expect.stringContaining("a worker"),
  });
  expect(text()).toContain("run.trigger");
});

it("why names who asked: by their name, their masked address without one, or their token", async () => {
  const { id: workspaceId, userId } = shop.workspace;
  const triggered = await shop.post("/runs");
  const id = (triggered.json?.["run"] as { id: string }).id;
  await why(id);
  expect(text()).toMatch(/asked for by api \(token “.+”\)/);
  await shops.service.sql("UPDATE runs SET requested_by = $2 WHERE id = $1", [id, userId]);
  await shops.service.sql("UPDATE users SET name = '', email = $2 WHERE id = $1", [userId, "juno@own.test"]);
  await why(id);
  expect(text()).toContain("asked for by api (j…@own.test)");
  const { recommendation } = await shop.pending();
  await shop.post(`/recommendations/${recommendation}/approve`);
  const writeBack = await writeBackOf(recommendation);
  await shops.service.sql("UPDATE write_backs SET requested_by = $2 WHERE id = $1", [writeBack, userId]);
  await shops.service.sql("UPDATE users SET name = 'Juno Falk' WHERE id = $1", [userId]);
  await why(writeBack);
  expect(text()).toContain("asked for by Juno Falk.");
  await shops.service.sql("DELETE FROM memberships WHERE workspace_id = $1", [workspaceId]);
  await why(id);
  expect(text()).toContain(`asked for by api (${userId})`);
});

it("why, of an id that names nothing, is refused, as is a present price of anything but a write-back", async () => {
  await expect(why(UNKNOWN_ID)).rejects.toMatchObject({ code: "not_found" });
  await expect(why()).rejects.toThrow(UsageError);
  await expect(why(UNKNOWN_ID, "another")).rejects.toThrow(UsageError);
  const { recommendation } = await shop.pending();
  await expect(why(recommendation, "--store")).rejects.toThrow(UsageError);
});
