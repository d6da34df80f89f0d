import { type IncomingMessage, request as sendRequest } from "node:http";
import { serveLoopback } from "@/server/testing/loopback-server";

/** A proxy in front of a server that is away at times: requests wait for its return. */
export interface Gate {
  readonly url: string;
  /** Lets requests wait until `back` resolves; those whose connection broke are answered by a reset after it. */
  readonly close: (back: Promise<void>) => void;
  readonly stop: () => Promise<void>;
}

/** Starts the proxy on loopback. @param target the server's address */
export async function startGate(target: string): Promise<Gate> {
  let back: Promise<void> = Promise.resolve();
  const { hostname, port } = new URL(target);
  const server = await serveLoopback((request, response) => {
    const relayed = async (): Promise<void> => {
      const body = await collect(request);
      await back;
      const headers = { ...request.headers, host: `${hostname}:${port}` };
      const options = { hostname, port, path: request.url, method: request.method, headers, agent: false };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        sendRequest(options, resolve).once("error", reject).end(body);
      });
      const content = await collect(answer);
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(content);
    };
    relayed().catch(async () => {
      await back;
      response.socket?.resetAndDestroy();
    });
  });
  return {
    url: server.url,
    close: (until) => {
      back = until;
    },
    stop: () => server.close(),
  };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
