import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestService, startTestService } from "@/server/testing/service";
import { type Shop, openShop } from "@/server/testing/watched-shop";
import { keepHouse } from "./housekeeping";

const DAY_MS = 24 * 60 * 60 * 1000;
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService();
  shop = await openShop(service);
});
afterAll(() => service.close());

const keptAnswers = async (): Promise<number> => (await service.sql("SELECT 1 FROM idempotency_keys")).length;

test("an answer kept for repeated requests is forgotten after a day, not before", async () => {
  const { token } = shop;
  await service.call("POST", "/runs", { token, headers: { "idempotency-key": "nightly" } });
  service.clock.advance(DAY_MS - 1_000);
  await keepHouse(service.services);
  expect(await keptAnswers()).toBe(1);
  service.clock.advance(2_000);
  await keepHouse(service.services);
  expect(await keptAnswers()).toBe(0);
});
