import { createServer, type RequestListener } from "node:http";

/** A server at a free port of this machine. */
export interface LoopbackServer {
  readonly port: number;
  readonly url: string;
  /** Breaks open connections off. */
  close(): Promise<void>;
}

/** Serves requests at a free port of 127.0.0.1. */
export async function serveLoopback(respond: RequestListener): Promise<LoopbackServer> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
