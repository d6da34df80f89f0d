import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findConnection } from "@/server/db/connections/connections";
import { openDatabase } from "@/server/db/database/database";
import { inTenant } from "@/server/db/database/transaction";
import { failingStores } from "@/server/db/notifications/problems";
import { openSecret } from "@/server/db/secrets/secrets";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { refOfVariant } from "@/server/testing/shopify/bench";
import { expireSignIn, installApp, uninstallApp } from "@/server/testing/shopify/install";
import { addProduct } from "@/server/testing/shopify/seed";
import { APP, type ShopApp, type ShopVariant } from "@/server/testing/shopify/shop";
import { type ShopifyStandIn, startShopifyStandIn } from "@/server/testing/shopify/stand-in";
import type { Checkpoint } from "../checkpoints";
import { resolveStore } from "../connections/store";
import { memberContext } from "../operator-context";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { processWriteBack } from "../write-backs/process";
import { connectStore } from "./connect";
import { listIntegrations } from "./list";
import { replaceCredentials } from "./replace-credentials";
import { startGrant } from "./start-grant";
import { runSync } from "./sync";
import { takeCode } from "./take-code";

/** The time-out of a store in these tests, and with it the longest wait for another process. */
const STORE_TIMEOUT_MS = 400;
const BEFORE_THE_END_MS = HOUR_MS - 4 * MINUTE_MS;

const service = duringTests(() =>
  startTestService({
    settings: { storeTimeoutMs: STORE_TIMEOUT_MS },
    checkpoint: (point) => strike?.(point),
  }),
);
let standIn: ShopifyStandIn;
let app: ShopApp;
let kettle: ShopVariant;
let by: RequestContext;
let id: string;
let strike: ((point: Checkpoint) => void | Promise<void>) | null = null;

beforeEach(async () => {
  standIn = await startShopifyStandIn({ taxesIncluded: false }, service.services.now);
  const redirectUrls = [`${service.services.settings.publicUrl}/store-installs/return`];
  app = { ...APP, clientId: "public-app", clientSecret: "secret-of-the-public-app", redirectUrls };
  standIn.shop.apps.push(app);
  [kettle] = addProduct(standIn.shop, { variants: [{ sku: "KETTLE", price: "19.99", cost: "14.40" }] }) as [
    ShopVariant,
  ];
  const { id: workspaceId } = await service.workspace({ plan: "max" });
  const email = `owner-${service.services.newId("request")}@example.test`;
  await service.person({ workspaceId, email });
  by = await memberContext(service.services, workspaceId, email);
  const grant = await install();
  id = (await connectStore(by, { kind: "shopify", url: standIn.url, grant })).row.id;
  await runSync(service.services, by.tenant, id);
});
afterEach(async () => {
  strike = null;
  await standIn.stop();
});

/** The merchant installs the app, and comes back. Returns the id of what the shop gave. */
async function install(): Promise<string> {
  const { clientId, clientSecret } = app;
  const request = { kind: "shopify", url: standIn.url, app: { clientId, clientSecret } } as const;
  const { id: grant, url } = await startGrant(by, request);
  const { searchParams: query } = installApp(standIn.shop, url);
  await takeCode(service.services, { userId: by.actor.userId ?? "", mayConnect: true, query });
  return grant;
}

const pass = (ms: number): void => service.clock.advance(ms);

const rowOf = async () => {
  const row = await inTenant(service.db, by.tenant, (tx) => findConnection(tx, id));
  if (!row) throw new Error("no store is connected");
  return row;
};
/** A caller of its own, which knows nothing of what others renewed. Of the given services it has what renews. */
async function read(services: Services = service.services) {
  const { connector, connection } = resolveStore({ services, tenant: by.tenant }, await rowOf());
  const { now } = service.services;
  return connector.readPrice({ ...connection, now }, refOfVariant(kettle));
}
async function stored(): Promise<Record<string, unknown>> {
  const location = { table: "integrations", row: id, workspaceId: by.tenant.workspaceId };
  return JSON.parse(openSecret(service.services.settings.encryptionKey, location, (await rowOf()).secret));
}
const renewals = () => standIn.requests.filter((each) => each.includes("grant_type=refresh_token")).length;
const present = async () => (await listIntegrations(by)).find((row) => row.id === id);

describe("the token of an installed app", () => {
  it("is renewed shortly before its end, and stored with the new refresh token before it is used", async () => {
    const first = await stored();
    await read();
    expect(renewals()).toBe(0);
    pass(BEFORE_THE_END_MS);
    const seen: unknown[] = [];
    strike = async () => void seen.push((await stored())["accessToken"], standIn.requests.length);
    await read();
    const second = await stored();
    expect(renewals()).toBe(1);
    // Between the shop's answer and its storing, the old token is stored and the new one was used for nothing.
    expect(seen).toEqual([first["accessToken"], standIn.requests.length - 1]);
    expect(second["refreshToken"]).not.toBe(first["refreshToken"]);
    expect((await rowOf()).secret.toString()).not.toContain(String(second["refreshToken"]));
    await read();
    expect(renewals()).toBe(1);
  });

  it("is renewed by one of two processes that need it at once, and the other takes what that one stored", async () => {
    const other = openDatabase(service.database.appUrl, { connections: 4 });
    pass(BEFORE_THE_END_MS);
    // Each attempt at the lease asks for the time: the second one says that the first was in vain.
    let attempts = 0;
    let waits = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const now = () => {
      attempts += 1;
      if (attempts > 1) waits();
      return service.services.now();
    };
    // The other process asks while the first one has the shop's answer and has not stored it.
    const others: Promise<{ readonly price: bigint }>[] = [];
    strike = async () => {
      if (others.length > 0) return;
      others.push(read({ ...service.services, db: other, now }));
      await Promise.race([...others, waiting]);
    };
    expect([await read(), ...(await Promise.all(others))]).toMatchObject([
      { price: 1999n },
      { price: 1999n },
    ]);
    expect(renewals()).toBe(1);
    await other.close();
  });

  it("is followed by the present one in a long work that began with it, also where the shop ended it early", async () => {
    const { connector, connection } = resolveStore(by, await rowOf());
    pass(BEFORE_THE_END_MS);
    await read();
    const write = { target: 2199n, currency: "EUR", writeKey: "wbk_1", expected: 1999n };
    await connector.writePrice(connection, refOfVariant(kettle), write);
    standIn.shop.tokens.clear();
    await connector.readPrice(connection, refOfVariant(kettle));
    expect([kettle.price, renewals()]).toEqual(["21.99", 2]);
  });

  it("leaves a price unsent, for the next attempt, when it ends while the price is sent", async () => {
    const { connector, connection } = resolveStore(by, await rowOf());
    await connector.readPrice(connection, refOfVariant(kettle));
    standIn.shop.tokens.clear();
    const write = { target: 2199n, currency: "EUR", writeKey: "wbk_1", expected: 1999n };
    const sent = () => connector.writePrice(connection, refOfVariant(kettle), write);
    await expect(sent()).rejects.toMatchObject({ reason: "throttled", certainty: "definite" });
    expect(kettle.price).toBe("19.99");
    await sent();
    expect(kettle.price).toBe("21.99");
  });

  it("is not renewed for a scope that the app lacks", async () => {
    standIn.shop.tokens.set(String((await stored())["accessToken"]), {
      app: app.clientId,
      scopes: ["read_products"],
      expiresAt: service.clock.now() + HOUR_MS,
    });
    const { connector, connection } = resolveStore(by, await rowOf());
    const write = { target: 2199n, currency: "EUR", writeKey: "wbk_1", expected: 1999n };
    const refused = { reason: "unauthorized", certainty: "definite" };
    await expect(connector.test(connection)).rejects.toMatchObject(refused);
    await expect(connector.writePrice(connection, refOfVariant(kettle), write)).rejects.toMatchObject(
      refused,
    );
    expect(renewals()).toBe(0);
  });
});

describe("a process that dies while it renews", () => {
  it("holds others up for the lease alone before it asks, and what they do meanwhile can be repeated", async () => {
    await service.sql("UPDATE integrations SET renewal_lease_until = $2 WHERE id = $1", [
      id,
      new Date(service.clock.now() + BEFORE_THE_END_MS + MINUTE_MS),
    ]);
    pass(BEFORE_THE_END_MS);
    await expect(read()).rejects.toMatchObject({ reason: "throttled", certainty: "definite" });
    expect(renewals()).toBe(0);
    pass(MINUTE_MS);
    expect(await read()).toMatchObject({ price: 1999n });
    expect(renewals()).toBe(1);
  });

  it("costs nothing between the shop's answer and its storing: the old refresh token is taken again", async () => {
    const before = await stored();
    pass(BEFORE_THE_END_MS);
    strike = () => {
      throw new Error("killed");
    };
    await expect(read()).rejects.toThrow("killed");
    strike = null;
    expect(await stored()).toEqual(before);
    pass(MINUTE_MS);
    expect(await read()).toMatchObject({ price: 1999n });
    expect(renewals()).toBe(2);
    pass(HOUR_MS);
    expect(await read()).toMatchObject({ price: 1999n });
  });

  it("stores nothing over what another process has stored when it comes back late", async () => {
    pass(BEFORE_THE_END_MS);
    let isFirst = true;
    strike = async () => {
      if (!isFirst) return;
      isFirst = false;
      pass(MINUTE_MS);
      await read();
    };
    const newest = read().then(stored);
    expect(await newest).toEqual(await stored());
    expect(await read()).toMatchObject({ price: 1999n });
    expect(renewals()).toBe(2);
  });

  it("cannot undo credentials that a person gave meanwhile", async () => {
    pass(BEFORE_THE_END_MS);
    let isFirst = true;
    strike = async () => {
      if (!isFirst) return;
      isFirst = false;
      await replaceCredentials(by, { id, grant: await install() });
    };
    await read();
    const [given] = [...standIn.shop.refreshTokens.keys()];
    expect((await stored())["refreshToken"]).toBe(given);
  });
});

describe("a sign-in that has ended", () => {
  /** An approved price of the kettle, not sent yet. */
  async function approved(): Promise<() => Promise<unknown>> {
    const { workspaceId } = by.tenant;
    const [item] = await service.sql<{ id: string }>("SELECT id FROM catalog_items WHERE workspace_id = $1", [
      workspaceId,
    ]);
    const recommendation = await service.make.recommendation(workspaceId, {
      item_id: item?.id ?? "",
      status: "pending_approval",
      accepted: true,
    });
    const [owner] = await service.sql<{ user_id: string }>(
      "SELECT user_id FROM memberships WHERE workspace_id = $1",
      [workspaceId],
    );
    const token = await service.mintToken({ workspaceId, userId: owner?.user_id ?? "" });
    const answer = await service.call("POST", `/recommendations/${recommendation}/approve`, { token });
    expect(answer.status, answer.text).toBe(200);
    return async () => {
      const [row] = await service.sql<{ id: string }>("SELECT id FROM write_backs WHERE workspace_id = $1", [
        workspaceId,
      ]);
      await processWriteBack(service.services, by.tenant, row?.id ?? "");
      return (await service.call("GET", `/recommendations/${recommendation}`, { token })).json?.[
        "write_back"
      ];
    };
  }

  it.each([
    ["because its refresh token has expired", () => expireSignIn(standIn.shop)],
    ["because the app was uninstalled", () => uninstallApp(standIn.shop, app)],
  ])("%s is told, prices wait, and are written once somebody signs in again", async (_why, end) => {
    const attempt = await approved();
    end();
    expect(await attempt()).toMatchObject({
      status: "queued",
      store_answer: expect.stringContaining("The shop's sign-in has ended"),
    });
    expect(await present()).toMatchObject({
      status: "failing",
      error: expect.stringContaining("Replace the credentials under Settings"),
    });
    const failing = await inTenant(service.db, by.tenant, failingStores);
    expect(failing).toMatchObject([{ id, error: expect.stringContaining("The shop's sign-in has ended") }]);
    await replaceCredentials(by, { id, grant: await install() });
    expect(await attempt()).toMatchObject({ status: "applied" });
    expect([kettle.price, (await present())?.status]).toEqual(["21.49", "connected"]);
    expect(standIn.shop.events.filter(({ marker }) => marker !== null)).toHaveLength(1);
  });

  it("fails a sync with the reason, which is told until a sync works again", async () => {
    uninstallApp(standIn.shop, app);
    await service.sql("UPDATE integrations SET sync_status = 'queued', sync_cursor = NULL WHERE id = $1", [
      id,
    ]);
    await runSync(service.services, by.tenant, id);
    expect(await present()).toMatchObject({
      status: "failing",
      syncStatus: "failed",
      error: expect.stringContaining("The shop's sign-in has ended"),
    });
  });
});
