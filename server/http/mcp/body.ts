import { DomainError } from "@/server/domain/errors";
import { isJson, jsonIn } from "../json-body";
import type { HttpRequest } from "../message";
import type { RequestId } from "./refusal";

const MAX_BODY = 4 * 1024 * 1024;
const MAX_BATCH = 50;

/** The parsed body of a request. */
export interface ReceivedMessages {
  readonly body: unknown;
  /** Number of JSON-RPC requests in it, without notifications and responses. */
  readonly requests: number;
  /** Id of the request when it is the only one. */
  readonly id: RequestId;
}

/**
 * Reads and parses the body.
 * @throws DomainError payload_too_large, unsupported_media_type, bad_request in that order
 */
export async function readMessages(request: HttpRequest): Promise<ReceivedMessages> {
  const bytes = await request.body(MAX_BODY);
  if (!isJson(request.header("content-type"))) throw new DomainError("unsupported_media_type");
  if (bytes.length === 0) throw new DomainError("bad_request");
  const body = await jsonIn(bytes);
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length > MAX_BATCH)
    throw new DomainError("payload_too_large", `A batch holds at most ${MAX_BATCH} messages.`);
  const requests = messages.filter((message) => !isOneWay(message)).length;
  return { body, requests, id: Array.isArray(body) ? null : idOf(body) };
}

/** Whether a message expects no answer: a notification or a response. */
function isOneWay(message: unknown): boolean {
  if (message === null || typeof message !== "object") return false;
  return "method" in message ? !("id" in message) : "result" in message || "error" in message;
}

function idOf(message: unknown): RequestId {
  if (message === null || typeof message !== "object" || !("id" in message)) return null;
  return typeof message.id === "string" || typeof message.id === "number" ? message.id : null;
}
