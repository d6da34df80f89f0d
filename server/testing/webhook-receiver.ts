import type { IncomingHttpHeaders } from "node:http";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { serveLoopback } from "@/server/testing/loopback-server";

const Body = z.object({
  type: z.string(),
  timestamp: z.string(),
  number: z.number().int(),
  workspace_id: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** One request that a receiver got. */
export interface ReceivedEvent {
  readonly id: string;
  readonly text: string;
  readonly body: z.infer<typeof Body>;
  readonly headers: IncomingHttpHeaders;
  /** The secrets, of those the receiver knows, whose signature the request carried. */
  readonly verifiedBy: readonly string[];
}

/** The answer of a receiver: a status, or `silence`, which never answers. */
export type ReceiverAnswer = number | "silence" | { readonly status: number; readonly body: string };

/** A receiver of webhooks on this machine, which verifies every request with the library of the specification. */
export interface WebhookReceiver {
  readonly url: string;
  /** The requests in the order of their arrival, those with a wrong signature included. */
  readonly received: ReceivedEvent[];
  /** The secrets that requests are verified with. */
  secrets: string[];
  /** Decides the answer; 204 by default. */
  answer: (event: ReceivedEvent) => ReceiverAnswer;
  close(): Promise<void>;
}

/**
 * Starts a receiver.
 * @param now the clock that the library compares the timestamp with; the machine's by default
 */
export async function startWebhookReceiver(now: () => number = Date.now): Promise<WebhookReceiver> {
  const server = await serveLoopback((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const event = readEvent(text, request.headers, receiver.secrets, now);
      receiver.received.push(event);
      const answer = receiver.answer(event);
      if (answer === "silence") return;
      const { status, body } = typeof answer === "number" ? { status: answer, body: "" } : answer;
      response.writeHead(status, status >= 300 && status < 400 ? { location: "http://127.0.0.1:9/" } : {});
      response.end(body);
    });
  });
  const receiver: WebhookReceiver = {
    url: `${server.url}/hook`,
    received: [],
    secrets: [],
    answer: () => 204,
    close: () => server.close(),
  };
  return receiver;
}

function readEvent(
  text: string,
  headers: IncomingHttpHeaders,
  secrets: readonly string[],
  now: () => number,
): ReceivedEvent {
  return {
    id: String(headers["webhook-id"]),
    text,
    body: Body.parse(JSON.parse(text)),
    headers,
    verifiedBy: secrets.filter((secret) => isVerified(secret, text, headers, now)),
  };
}

/** Verifies a request as a receiver does; the library reads the machine's clock, which a test replaces. */
function isVerified(secret: string, text: string, headers: IncomingHttpHeaders, now: () => number): boolean {
  const machineClock = Date.now;
  const at = now();
  Date.now = () => at;
  try {
    new Webhook(secret).verify(text, {
      "webhook-id": String(headers["webhook-id"]),
      "webhook-timestamp": String(headers["webhook-timestamp"]),
      "webhook-signature": String(headers["webhook-signature"]),
    });
    return true;
  } catch {
    return false;
  } finally {
    Date.now = machineClock;
  }
}

/** Returns what is missing from 1 to the highest number, and the numbers that came with more than one id. */
export function numberFaults(received: readonly ReceivedEvent[]): { missing: number[]; reused: number[] } {
  const ids = new Map<number, Set<string>>();
  for (const { id, body } of received)
    ids.set(body.number, (ids.get(body.number) ?? new Set<string>()).add(id));
  const highest = Math.max(0, ...ids.keys());
  const missing = Array.from({ length: highest }, (_, at) => at + 1).filter((number) => !ids.has(number));
  return { missing, reused: [...ids].filter(([, each]) => each.size > 1).map(([number]) => number) };
}
