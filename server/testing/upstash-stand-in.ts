import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";
import { serveLoopback } from "@/server/testing/loopback-server";

/** A server that implements the REST protocol of Upstash on top of a plain Redis. */
export interface UpstashStandIn {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const sha1 = (script: string): string => createHash("sha1").update(script).digest("hex");

/** Starts the stand-in; like the real service it accepts scripts whose first line declares how keys are locked. */
export async function startUpstash(redisUrl: string): Promise<UpstashStandIn> {
  const redis = new Redis(redisUrl);
  redis.on("error", () => undefined);
  const token = "a token of the tests";
  const loaded = new Map<string, string>();

  async function run([name = "", ...rest]: string[]): Promise<unknown> {
    const [script = "", ...others] = rest;
    if (name.toLowerCase() === "evalsha") {
      const known = loaded.get(script);
      if (!known) throw new Error("NOSCRIPT No matching script. Please use EVAL.");
      return redis.call("EVALSHA", known, ...others);
    }
    if (name.toLowerCase() === "eval") {
      const plain = script.replace(/^#!lua[^\n]*/, "");
      loaded.set(sha1(script), sha1(plain));
      return redis.call("EVAL", plain, ...others);
    }
    return redis.call(name, ...rest);
  }

  async function outcome(command: unknown): Promise<{ result: unknown } | { error: string }> {
    try {
      return { result: await run(Array.isArray(command) ? command.map(String) : []) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function respond(request: IncomingMessage): Promise<{ status: number; body: object }> {
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: "Unauthorized" } };
    const sent: unknown = JSON.parse(await text(request));
    if (request.url === "/pipeline" && Array.isArray(sent))
      return { status: 200, body: await Promise.all(sent.map(outcome)) };
    const body = await outcome(sent);
    return { status: "error" in body ? 400 : 200, body };
  }

  const server = await serveLoopback((request, response) => {
    void respond(request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  return {
    url: server.url,
    token,
    async close() {
      await server.close();
      redis.disconnect();
    },
  };
}
