import { createServer, type IncomingMessage, request as sendRequest } from "node:http";

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
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const own = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${own}`,
    close: (until) => {
      back = until;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
