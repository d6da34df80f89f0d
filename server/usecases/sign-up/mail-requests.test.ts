import { beforeEach, expect, it, vi } from "vitest";
import { tenantOf } from "@/server/db/database/tenant";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/durations";
import { startWorker } from "@/server/jobs/worker";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { mailsOf, processMailRequests, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import type { Services } from "../services";
import { processMailRequest } from "./mail-requests";

const service = duringTests(() => startTestService({ settings: { smtpUrl: UNREACHABLE_MAIL_SERVER } }));
beforeEach(() => service.clock.advance(MINUTE_MS));

const visitor = (ip: string) => browserCaller(service, { ip });
const subjects = async (email: string) => (await mailsOf(service, email)).map(({ subject }) => subject);
const waiting = () =>
  service.sql<{ workspace_id: string; id: string; kind: string; email: string }>(
    "SELECT workspace_id, id, kind, email FROM mail_requests ORDER BY id",
  );

it("what was answered is mailed by any worker, though the process that answered ends at once", async () => {
  await service.person({ email: "taken@example.test" });
  const { account } = await visitor("192.0.2.80");
  await account.signUp({ email: "new@example.test", name: "Anna" });
  await account.signUp({ email: "taken@example.test" });
  await account.requestReset({ email: "taken@example.test" });
  await account.requestReset({ email: "nobody@example.test" });
  // No address has been looked up yet: the stored rows are alike for all of them.
  expect((await waiting()).map(({ kind, email }) => `${kind} ${email}`)).toEqual([
    "sign_up new@example.test",
    "sign_up taken@example.test",
    "reset_password taken@example.test",
    "reset_password nobody@example.test",
  ]);
  const jobs = await service.sql("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'mail_request'");
  expect(jobs).toHaveLength(4);
  expect(await mailsOf(service)).toEqual([]);

  service.clock.advance(SECOND_MS);
  const worker = await startWorker(service.services, { sweepIntervalMs: 50 });
  try {
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), 20_000);
  } finally {
    await worker.stop();
  }
  expect(await subjects("new@example.test")).toEqual(["Confirm your e-mail address"]);
  expect((await subjects("taken@example.test")).sort()).toEqual([
    "Set a new password",
    "You have a Pricecheck account already",
  ]);
  expect(await subjects("nobody@example.test")).toEqual([]);
});

it("a request whose worker was lost is taken up after a minute, by one worker", async () => {
  const email = "lost@example.test";
  await (await visitor("192.0.2.81")).account.signUp({ email });
  service.clock.advance(SECOND_MS);
  const [request] = await waiting();
  const tenant = tenantOf(request?.workspace_id ?? "");
  const respond = (services: Services) => processMailRequest(services, tenant, request?.id ?? "");
  const gone = (): never => {
    throw new Error("the worker is gone");
  };
  const lost: Services = { ...service.services, newId: gone };
  await expect(respond(lost)).rejects.toThrow("gone");
  await respond(service.services);
  expect(await subjects(email)).toEqual([]);
  service.clock.advance(MINUTE_MS);
  await Promise.all([respond(service.services), respond(service.services)]);
  expect(await subjects(email)).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

it("a request that nobody could answer for a day is dropped, and nobody is mailed so late", async () => {
  const email = "late@example.test";
  await (await visitor("192.0.2.82")).account.signUp({ email });
  service.clock.advance(DAY_MS);
  await processMailRequests(service);
  expect([await waiting(), await subjects(email)]).toEqual([[], []]);
});
