import { request as send } from "node:http";
import { pipeline } from "node:stream";
import { serveLoopback } from "@/server/testing/loopback-server";

export interface BearerProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Forwards requests with a credential, for programs that cannot send one. Everything else is unchanged, including
 * Host and Origin, which the service checks.
 */
export async function openBearerProxy(target: URL, token: string): Promise<BearerProxy> {
  const server = await serveLoopback((incoming, response) => {
    const onward = send(
      {
        host: target.hostname,
        port: target.port,
        path: target.pathname,
        method: incoming.method,
        headers: { ...incoming.headers, authorization: `Bearer ${token}` },
      },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        pipeline(reply, response, () => undefined);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    pipeline(incoming, onward, () => undefined);
  });
  return {
    url: `http://localhost:${server.port}${target.pathname}`,
    close: () => server.close(),
  };
}
