import { beforeAll, beforeEach, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { type Shop, startShops } from "@/server/testing/shop";
import { checkStore } from "../integrations/check";
import { operatorContext } from "../operator-context";
import { withOrigin } from "../report";

const shops = duringTests(() => startShops({ settings: { storeTimeoutMs: 400 } }));
let shop: Shop;
let before: number;

beforeAll(async () => {
  shop = await shops.shop();
});
beforeEach(() => {
  shops.proxy.clear();
  before = shops.service.lines.length;
});

const calls = () =>
  shops.service.lines
    .slice(before)
    .filter(({ message }) => message === "store call")
    .map(({ level, fields }) => ({ level, ...fields }));
const about = () => ({
  workspace: shop.workspace.id,
  integration: shop.integration,
  kind: "sandbox",
  ms: expect.any(Number),
});
const check = async () => {
  const context = await operatorContext(shops.service.services, shop.workspace.id);
  return withOrigin({ request: "req_of_the_check" }, () => checkStore(context, shop.integration));
};

it("a call that goes well has a line for those who debug alone", async () => {
  await check();
  expect(calls()).toEqual([
    {
      level: "debug",
      ...about(),
      operation: "test",
      outcome: "ok",
      status: 200,
      request: "req_of_the_check",
    },
  ]);
});

it("a call that the store slows down tells for how long, and of which request it was", async () => {
  shops.proxy.fault({ mode: "429-before", times: 5 });
  await check();
  expect(calls()).toEqual([
    {
      level: "info",
      ...about(),
      operation: "test",
      outcome: "throttled",
      status: 429,
      retry_after_ms: 1_000,
      request: "req_of_the_check",
    },
  ]);
});

it("a call without an answer has no status, and one with refused credentials asks for a person", async () => {
  shops.proxy.fault({ mode: "delay-response", ms: 900, times: 5 });
  await check();
  shops.proxy.clear();
  await shops.service.sql("UPDATE integrations SET url = url || 'x' WHERE id = $1", [shop.integration]);
  await check();
  const [silent, refused] = calls();
  expect(silent).toMatchObject({ level: "info", outcome: "timeout" });
  expect(silent).not.toHaveProperty("status");
  expect(refused).toMatchObject({ level: "warn", outcome: "unauthorized", status: 401 });
});
