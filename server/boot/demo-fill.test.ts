import { once } from "node:events";
import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { fillDemo } from "./demo-fill";

const service = duringTests(startTestService);
const SIGN_IN = { email: "demo@pricecheck.local", password: "secret", workspaceId: "ws_demo" };

it("says how to sign in once the demo is there", async () => {
  const fill = fillDemo(service.services, () => Promise.resolve(SIGN_IN));
  expect(await fill.filled).toEqual(SIGN_IN);
  expect(fill.isStopped()).toBe(false);
});

it("logs an error and leaves the demo to the next start", async () => {
  const fill = fillDemo(service.services, () => Promise.reject(new Error("no sandbox")));
  expect(await fill.filled).toBeNull();
  expect(service.logged).toMatchObject([{ level: "error", message: "unexpected error" }]);
});

it("is stopped without an error, and waits for the act that is being played", async () => {
  const logged = service.logged.length;
  let played = false;
  const fill = fillDemo(service.services, async (_, { signal } = {}) => {
    if (signal) await once(signal, "abort");
    played = true;
    throw new Error("the database has ended");
  });
  await fill.stop();
  expect(played).toBe(true);
  expect(await fill.filled).toBeNull();
  expect(fill.isStopped()).toBe(true);
  expect(service.logged).toHaveLength(logged);
});
