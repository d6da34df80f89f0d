import type { Admission } from "@/server/api/context";

/** A request in the common form of both adapters: our own Node server and Next route handlers. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as received, not decoded. */
  readonly url: string;
  readonly ip: string | null;
  /** Notes for the log who was let in; undefined where nothing is logged. */
  readonly admittedAs?: (admission: Admission) => void;
  header(name: string): string | null;
  /** All headers of the request. */
  headers(): Headers;
  /** Reads the whole body; throws payload_too_large as soon as it is longer than `limit` bytes. */
  body(limit: number): Promise<Uint8Array>;
  /** Reads the body piece by piece; throws payload_too_large as soon as it is longer than `limit` bytes. */
  stream(limit: number): AsyncIterable<Uint8Array>;
}

/** An answer; a streamed body is read once, at the speed of the receiver. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<string | Uint8Array> | null;
}
