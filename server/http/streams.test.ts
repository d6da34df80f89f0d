import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { TEST_SETTINGS } from "@/server/testing/settings";
import type { Log } from "@/server/usecases/services";
import { fetchAdapter } from "./fetch-adapter";
import type { HttpResponse } from "./message";
import { nodeAdapter } from "./node-adapter";

const CHUNK = "x".repeat(64 * 1024);
const ENOUGH = 500;

let produced = 0;
let ended = false;
let failAt = Number.POSITIVE_INFINITY;
let logged: string[] = [];
let server: LoopbackServer;
let port: number;

async function* endless(): AsyncGenerator<string> {
  try {
    while (produced < ENOUGH) {
      if (produced === failAt) throw new Error("the database went away");
      produced++;
      yield CHUNK;
      await pause(0);
    }
  } finally {
    ended = true;
  }
}

const respond = async (): Promise<HttpResponse> => ({
  status: 200,
  headers: { "content-type": "text/csv" },
  body: endless(),
});
const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (_, message) => void logged.push(message),
};

beforeAll(async () => {
  const handler = nodeAdapter(respond, { log, settings: TEST_SETTINGS });
  server = await serveLoopback((incoming, response) => void handler(incoming, response));
  port = server.port;
});
afterAll(() => server.close());
beforeEach(() => {
  produced = 0;
  ended = false;
  failAt = Number.POSITIVE_INFINITY;
  logged = [];
});

describe("a streamed answer of the process's own server", () => {
  it("is read no faster than the client reads", async () => {
    const response = await new Promise<IncomingMessage>((resolve) => {
      httpRequest({ port, host: "127.0.0.1" }, (incoming) => resolve(incoming.pause())).end();
    });
    await pause(500);
    const waiting = produced;
    expect(waiting).toBeLessThan(ENOUGH);
    await pause(300);
    expect(produced).toBe(waiting);
    response.destroy();
    await expect.poll(() => ended).toBe(true);
    expect(logged).toEqual([]);
  });

  it("breaks off visibly when it fails in the middle", async () => {
    failAt = 3;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await expect(response.text()).rejects.toThrow();
    await expect.poll(() => logged).toEqual(["an answer could not be sent"]);
  });

  it("arrives whole", async () => {
    failAt = Number.POSITIVE_INFINITY;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect((await response.text()).length).toBe(ENOUGH * CHUNK.length);
    expect(ended).toBe(true);
  });
});

describe("a streamed answer of a route handler", () => {
  it("is read only when asked for and let go when the client leaves", async () => {
    const response = await fetchAdapter(respond)(new Request("http://localhost/"));
    const reader = response.body?.getReader();
    await reader?.read();
    await pause(100);
    expect(produced).toBeLessThan(5);
    await reader?.cancel();
    expect(ended).toBe(true);
  });
});
