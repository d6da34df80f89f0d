import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { serveLoopback } from "@/server/testing/loopback-server";
import { openCaller, type WooCaller } from "./caller";

let caller: WooCaller;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function open(...given: Parameters<typeof openCaller>): Promise<void> {
  caller = await openCaller(...given);
  stops.push(caller.standIn.stop);
}

interface Delivery {
  readonly body: string;
  readonly signature: unknown;
}

/** A receiver of this machine. */
async function startReceiver() {
  const received: Delivery[] = [];
  const receiver = { url: "", received, status: 200 };
  const server = await serveLoopback((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ body, signature: request.headers["x-wc-webhook-signature"] });
      response.writeHead(receiver.status, { connection: "close" }).end();
    });
  });
  stops.push(() => server.close());
  receiver.url = `${server.url}/hook`;
  return receiver;
}

describe("webhooks", () => {
  it("deliver the last state once, signed over the raw body, and seven failures disable them in silence", async () => {
    await open();
    const receiver = await startReceiver();
    const hook = { name: "prices", topic: "product.updated", delivery_url: receiver.url, secret: "s3cr3t" };
    expect(await caller.ask("POST", "/webhooks", hook)).toMatchObject({
      status: 201,
      body: { status: "active" },
    });
    expect((await caller.ask("GET", "/webhooks/1")).body).not.toHaveProperty("secret");
    expect(receiver.received.map(({ body }) => body)).toEqual(["webhook_id=1"]);
    for (const price of ["11.00", "12.00", "13.00"]) await caller.put({ regular_price: price });
    await caller.standIn.visit();
    expect(receiver.received).toHaveLength(2);
    const { body, signature: sent } = receiver.received[1] ?? { body: "", signature: null };
    expect(JSON.parse(body)).toMatchObject({ id: 10, regular_price: "13.00" });
    const signature = (text: string) => createHmac("sha256", "s3cr3t").update(text).digest("base64");
    expect(sent).toBe(signature(body));
    expect(signature(JSON.stringify(JSON.parse(body)))).not.toBe(signature(body));
    receiver.status = 500;
    for (let n = 0; n < 7; n += 1) {
      await caller.put({ regular_price: "13.00" });
      await caller.standIn.visit();
    }
    expect((await caller.ask("GET", "/webhooks/1")).body).toMatchObject({ status: "disabled" });
    expect(receiver.received).toHaveLength(9);
    await caller.put({ regular_price: "14.00" });
    await caller.standIn.visit();
    expect(receiver.received).toHaveLength(9);
    await caller.ask("PUT", "/webhooks/1", { status: "active" });
    await caller.put({ regular_price: "15.00" });
    await caller.standIn.visit();
    expect((await caller.ask("GET", "/webhooks/1")).body).toMatchObject({ status: "disabled" });
  });
});
