import type { Server } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorResponse } from "@/server/api/error-response";
import { DomainError } from "@/server/domain/errors";
import type { Services } from "@/server/usecases/services";

/** The errors for requests that Node's parser rejected, by the parser's error code. */
const REFUSALS: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () => new DomainError("headers_too_large"),
  ERR_HTTP_REQUEST_TIMEOUT: () => new DomainError("request_timeout"),
};

/** Answers invalid or incomplete HTTP requests with an error of the contract, and closes the connection. */
export function refuseMalformed(
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
    const { status, headers: own, body } = errorResponse(services, refusal);
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
