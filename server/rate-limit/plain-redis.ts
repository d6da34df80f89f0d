import { createHash } from "node:crypto";
import { Redis } from "@upstash/redis";
import { Redis as Connection } from "ioredis";

const sha1 = (script: string): string => createHash("sha1").update(script).digest("hex");

/** A Redis over TCP behind the client interface of the rate limiter library. */
export interface PlainRedis {
  readonly redis: Redis;
  close(): void;
}

/**
 * Connects to a Redis server. The limiter's scripts begin with a line that only Upstash accepts: it is removed, and
 * the library's script hash is mapped to the hash of the script that was loaded.
 * @param timeoutMs timeout of the connection and of each command, in milliseconds
 */
export function openPlainRedis(url: string, timeoutMs: number): PlainRedis {
  const connection = new Connection(url, {
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  // The command that needed the connection reports its failure.
  connection.on("error", () => undefined);
  const loaded = new Map<string, string>();

  async function request(command: readonly string[]): Promise<unknown> {
    const [name = "", script = "", ...rest] = command;
    if (name.toLowerCase() === "evalsha") {
      const loadedHash = loaded.get(script);
      if (!loadedHash) throw new Error("NOSCRIPT this connection has not sent the script yet");
      return connection.call("EVALSHA", loadedHash, ...rest);
    }
    if (name.toLowerCase() === "eval") {
      const accepted = script.replace(/^#!lua[^\n]*\n/, "\n");
      const response = await connection.call("EVAL", accepted, ...rest);
      loaded.set(sha1(script), sha1(accepted));
      return response;
    }
    return connection.call(name, ...command.slice(1));
  }

  const redis = new Redis({
    async request<Result>({ body }: { body?: unknown }) {
      const command = Array.isArray(body) ? body.map(String) : [];
      return { result: (await request(command)) as Result };
    },
  });
  return { redis, close: () => connection.disconnect() };
}
