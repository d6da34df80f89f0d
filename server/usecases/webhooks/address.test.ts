import { describe, expect, it } from "vitest";
import { guardedPost } from "@/server/outbound/guarded-post";
import { startTestService } from "@/server/testing/service";
import { openShop } from "@/server/testing/watched-shop";
import { sendDeliveries } from "./send";

describe("a private address", () => {
  const strict = async () =>
    startTestService({ settings: { allowPrivateWebhooks: false } }).then(async (closed) => ({
      closed,
      own: await openShop(closed),
    }));

  it.each([
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://10.0.0.8/hook",
    "https://169.254.169.254/latest",
    "https://localhost/hook",
    "http://hooks.example.com/hook",
    "https://hooks.example.com:22/hook",
    "https://user:pass@hooks.example.com/hook",
    "ftp://hooks.example.com/hook",
    "no address",
  ])("is refused when it is stored: %s", async (url) => {
    const { closed, own } = await strict();
    try {
      const answer = await own.call("POST", "/webhooks", { url });
      expect([answer.status, answer.json?.["error"]]).toEqual([422, "validation_error"]);
      expect(answer.json?.["issues"]).toMatchObject([{ path: "url" }]);
    } finally {
      await closed.close();
    }
  });

  it("is refused when it is sent to, although the name was public before", async () => {
    const { closed, own } = await strict();
    try {
      const id = await closed.make.webhook(own.workspace.id, { url: "https://rebound.example/hook" });
      await own.call("POST", `/webhooks/${id}/test`, {});
      const rebound: typeof guardedPost = (url, options) =>
        guardedPost(url, { ...options, resolve: async () => [{ address: "127.0.0.1", family: 4 }] });
      await sendDeliveries(closed.services, own.workspace.tenant, id, undefined, rebound);
      const { json } = await own.call("GET", `/webhooks/${id}/deliveries`);
      expect(json?.["data"]).toMatchObject([
        { status: "pending", attempts: 1, response: null, error: expect.stringContaining("private") },
      ]);
    } finally {
      await closed.close();
    }
  });
});
