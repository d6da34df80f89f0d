import { afterAll, beforeAll, expect, it } from "vitest";
import { findConnection } from "@/server/db/connections/connections";
import { inTenant } from "@/server/db/database/transaction";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { WEEKDAYS } from "@/server/domain/weekdays";
import { duringTests } from "@/server/testing/during-tests";
import { mailsOf, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { type Shop, startShops } from "@/server/testing/shop";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhook-receiver";
import { resolveStore } from "@/server/usecases/connections/store";
import { runSync } from "@/server/usecases/integrations/sync";
import { invite } from "@/server/usecases/invitations/invite";
import { operatorContext } from "@/server/usecases/operator-context";
import { processRun } from "@/server/usecases/runs/process";
import { createSchedule } from "@/server/usecases/schedules/create";
import { processSchedule } from "@/server/usecases/schedules/process";
import { dispatchEvents } from "@/server/usecases/webhooks/dispatch";
import { sendDeliveries } from "@/server/usecases/webhooks/send";
import { startWorker } from "./worker";

const ADDRESS = "mara.lindqvist@guest.test";

const shops = duringTests(() => startShops({ settings: { smtpUrl: UNREACHABLE_MAIL_SERVER } }));
let shop: Shop;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await shops.shop();
  receiver = await startWebhookReceiver(() => shops.service.clock.now());
});
afterAll(() => receiver.close());

/** Text of the log without the durations, which may be any number. Errors are written out. */
function logText(): string {
  const written = (_: string, value: unknown) =>
    value instanceof Error ? `${value.message} ${value.stack ?? ""}` : value;
  return JSON.stringify(shops.service.lines, written).replace(/"(ms|until)":("[^"]*"|\d+)/g, "");
}

const messages = () => new Set(shops.service.lines.map(({ message }) => message));
const fieldsOf = (message: string) =>
  shops.service.lines.filter((line) => line.message === message).map(({ fields }) => fields);

async function approveAndWrite(): Promise<void> {
  const { recommendation } = await shop.pending();
  expect((await shop.post(`/recommendations/${recommendation}/approve`)).status).toBe(200);
  await shop.work();
}

/** Lets a shop live: prices written, slowed down and refused, a sync, a run, a schedule, a webhook, an invitation. */
async function live(): Promise<string[]> {
  const { services, sessionCookie } = shops.service;
  const { tenant, id: workspaceId, userId } = shop.workspace;
  const context = await operatorContext(services, workspaceId);
  const cookie = await sessionCookie(userId);
  await shops.service.call("GET", "/runs", { headers: { cookie } });
  const { json } = await shop.post("/webhooks", { url: receiver.url });
  receiver.answer = () => 503;
  await approveAndWrite();
  shops.proxy.fault({ mode: "429-before", times: 20 });
  await approveAndWrite();
  shops.proxy.clear();
  shops.service.clock.advance(MINUTE_MS);
  await shop.work();
  await shops.service.sql("UPDATE integrations SET sync_status = 'queued' WHERE id = $1", [shop.integration]);
  await runSync(services, tenant, shop.integration);
  const run = await shop.post("/runs");
  await processRun(services, tenant, (run.json?.["run"] as { id: string }).id);
  const schedule = await createSchedule(context, {
    name: "Morning",
    days: [...WEEKDAYS],
    times: ["07:00"],
    steps: ["run"],
  });
  shops.service.clock.advance(DAY_MS);
  await processSchedule(services, tenant, schedule.id);
  await dispatchEvents(services, tenant);
  await sendDeliveries(services, tenant, (json?.["webhook"] as { id: string }).id);
  await invite(context, { email: ADDRESS, role: "viewer" });
  const [mail] = await mailsOf(shops.service, ADDRESS);
  const row = await inTenant(services.db, tenant, (tx) => findConnection(tx, shop.integration));
  if (row === null) throw new Error("the connection is not there");
  return [
    String(resolveStore(context, row).connection.credentials["key"]),
    shop.token,
    cookie.slice(cookie.indexOf("=") + 1),
    /code=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "",
    String(json?.["secret"]),
    services.settings.encryptionKey,
    services.settings.authSecret,
  ];
}

it("the log of a shop's life tells of everything that ended, and holds no secret, price or full address", async () => {
  const secrets = await live();
  for (const event of [
    "run ended",
    "sync ended",
    "store call",
    "write-back ended",
    "write-back waits",
    "webhook delivery",
    "mail",
    "schedule",
  ])
    expect([...messages()], event).toContain(event);
  const text = logText();
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(8);
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain(ADDRESS);
  expect(text).toContain("m…@guest.test");
  expect(text).not.toMatch(/\b(21\.49|2149|19\.99|1999|14\.40?|1440)\b/);
  for (const { fields } of shops.service.lines)
    if ("workspace" in fields) expect(fields.workspace).toBe(shop.workspace.id);
  expect(fieldsOf("write-back ended")).toContainEqual(
    expect.objectContaining({ outcome: "applied", sends: 1, ms: expect.any(Number) }),
  );
  expect(fieldsOf("write-back waits")).toContainEqual(
    expect.objectContaining({ state: expect.any(String), reason: "throttled", until: expect.any(Date) }),
  );
  expect(fieldsOf("webhook delivery")[0]).toMatchObject({ outcome: "retry", status: 503, attempts: 1 });
  expect(fieldsOf("run ended")[0]).toMatchObject({ outcome: "succeeded", trigger: "api", counts: {} });
  expect(fieldsOf("sync ended")[0]).toMatchObject({ outcome: "ok", kind: "sandbox" });
  expect(fieldsOf("schedule")[0]).toMatchObject({ outcome: "fired" });
});

it("a line of a worker names its job, and that of a change that was rolled back is not written", async () => {
  const { json } = await shop.post("/runs");
  const { id } = json?.["run"] as { id: string };
  const worker = await startWorker(shops.service.services, { sweepIntervalMs: 60_000 });
  const lineOfRun = () => fieldsOf("run ended").find((fields) => "run" in fields && fields.run === id);
  await expect
    .poll(lineOfRun, { timeout: 15_000 })
    .toMatchObject({ job: expect.stringMatching(/^\d+$/), outcome: "succeeded" });
  await worker.stop();
  const { services } = shops.service;
  const reported: string[] = [];
  const rolledBack = inTenant(services.db, shop.workspace.tenant, async (tx) => {
    tx.afterCommit(() => reported.push("rolled back"));
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  await inTenant(services.db, shop.workspace.tenant, async (tx) => {
    tx.afterCommit(() => reported.push("committed"));
    expect(reported).toEqual([]);
  });
  expect(reported).toEqual(["committed"]);
});
