import type { Server } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/request-context";
import { errorAnswer } from "../error-answer";

/** What is said of a request that Node's parser gave up on, by the parser's own code. */
const REFUSALS: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () => new DomainError("headers_too_large"),
  ERR_HTTP_REQUEST_TIMEOUT: () => new DomainError("request_timeout"),
};

/** Answers what is no HTTP request, or not a whole one in time, in the form of the contract, and ends the connection. */
export function answerMalformed(
  server: Server,
  services: Services,
  headers: Readonly<Record<string, string>>,
): void {
  server.on("clientError", (error: Error & { code?: string }, socket: Duplex) => {
    const answered = "_httpMessage" in socket && socket._httpMessage !== null;
    if (error.code === "ECONNRESET" || !socket.writable || answered) {
      socket.destroy();
      return;
    }
    const refusal =
      REFUSALS[error.code ?? ""]?.() ?? new DomainError("bad_request", "This is no valid HTTP request.");
    const { status, headers: own, body } = errorAnswer(services, refusal);
    const text = typeof body === "string" ? body : "";
    const lines = Object.entries({
      ...headers,
      ...own,
      connection: "close",
      "content-length": Buffer.byteLength(text),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${text}`);
  });
}
