import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { HOUR_MS } from "@/server/domain/durations";
import type { StoreCredentials } from "@/server/stores/port";
import { callShopify } from "@/server/stores/shopify/admin-api";
import type { InstalledApp } from "@/server/stores/shopify/declaration";
import type { ShopifyConnection } from "@/server/stores/shopify/session";
import { loopbackConnection } from "@/server/testing/loopback-connection";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";

/** A shop that knows one token at a time; each renewal ends the one before. */
let shop: LoopbackServer;
let good: string;
let renewals: number;
/** Called before a refusal is sent. */
let beforeRefusal: (token: string) => Promise<void>;
/** False: the shop refuses the good token too. */
let isOpen: boolean;
let stored: InstalledApp;

beforeEach(async () => {
  [good, renewals, isOpen] = ["none", 0, true];
  beforeRefusal = () => Promise.resolve();
  stored = {
    clientId: "app",
    clientSecret: "secret",
    accessToken: "token-0",
    accessExpiresAt: Date.now() + HOUR_MS,
    refreshToken: "refresh-0",
  };
  shop = await serveLoopback((request, response) => void answer(request, response));
});
afterEach(() => shop.close());

async function answer({ url, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("content-type", "application/json");
  if (url === "/admin/oauth/access_token") {
    good = `token-${++renewals}`;
    const given = { access_token: good, expires_in: 3600, refresh_token: `refresh-${renewals}` };
    response.end(JSON.stringify(given));
    return;
  }
  const token = String(headers["x-shopify-access-token"]);
  if (token === good && isOpen) {
    response.end(JSON.stringify({ data: { answered: token } }));
    return;
  }
  await beforeRefusal(token);
  response.writeHead(401).end(JSON.stringify({ errors: "Invalid API key or access token" }));
}

/** A stored connection, as it was when a piece of work began. */
function connection(): ShopifyConnection {
  const renewCredentials = async (
    renew: (present: StoreCredentials) => Promise<StoreCredentials | null>,
  ): Promise<StoreCredentials> => {
    stored = ((await renew(stored)) ?? stored) as InstalledApp;
    return stored;
  };
  return { ...loopbackConnection(shop.url, stored), shopify: stored, renewCredentials };
}

const call = (each: ShopifyConnection, access: "read" | "write") =>
  callShopify(each, { query: "{ shop { id } }", access }, z.object({ answered: z.string() }));

it("a refusal that comes late condemns the token that was sent, not the one that replaced it", async () => {
  const one = connection();
  let arrived = 0;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  beforeRefusal = async () => {
    if (++arrived === 2) await held;
  };
  const both = [call(one, "read"), call(one, "read")];
  expect((await Promise.race(both)).data).toEqual({ answered: "token-1" });
  release();
  expect((await Promise.all(both)).map(({ data }) => data)).toEqual([
    { answered: "token-1" },
    { answered: "token-1" },
  ]);
  expect(renewals).toBe(1);
});

it("a read whose renewed token is refused too waits, and its next attempt has a newer one", async () => {
  beforeRefusal = async (token) => {
    // Another process has renewed the sign-in between the renewal here and the repeat.
    if (token === "token-0") isOpen = false;
  };
  const one = connection();
  await expect(call(one, "read")).rejects.toMatchObject({
    reason: "throttled",
    certainty: "definite",
    retryAfterMs: null,
  });
  isOpen = true;
  expect((await call(one, "read")).data).toEqual({ answered: "token-2" });
});

it("a write whose token is refused waits the usual time, however often that happens", async () => {
  isOpen = false;
  const one = connection();
  for (const _attempt of [1, 2, 3])
    await expect(call(one, "write")).rejects.toMatchObject({
      reason: "throttled",
      certainty: "definite",
      retryAfterMs: null,
    });
});
