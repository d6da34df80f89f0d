import { type IncomingHttpHeaders, request as sendRequest } from "node:http";
import { serveLoopback } from "@/server/testing/loopback-server";

/** A proxy to a store on which every client shares one session. */
export interface SharedSession {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface Relayed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Forwards everything to the store, but signs in only once and returns that answer to every client. The test store
 * uses one SQLite connection, and a sign-in concurrent with other work can leave its transaction open permanently; a
 * shop on a server database has no such limit.
 */
export async function shareSignIn(target: string): Promise<SharedSession> {
  const { hostname, port, host, pathname } = new URL(target);
  let signedIn: Promise<Relayed> | null = null;
  const relay = (from: IncomingHttpHeaders, body: Buffer): Promise<Relayed> =>
    new Promise((resolve, reject) => {
      const options = {
        hostname,
        port,
        path: pathname,
        method: "POST",
        headers: { ...from, host },
        agent: false,
      };
      const outgoing = sendRequest(options, (response) => {
        collect(response).then((read) => {
          resolve({ status: response.statusCode ?? 502, headers: response.headers, body: read });
        }, reject);
      });
      outgoing.once("error", reject);
      outgoing.end(body);
    });
  const server = await serveLoopback((request, response) => {
    const answered = async (): Promise<Relayed> => {
      const body = await collect(request);
      if (!body.includes("login(")) return relay(request.headers, body);
      return (signedIn ??= relay(request.headers, body));
    };
    answered().then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      () => response.destroy(),
    );
  });
  return {
    url: `${server.url}${pathname}`,
    stop: () => server.close(),
  };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
