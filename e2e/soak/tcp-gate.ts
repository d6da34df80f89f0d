import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy on loopback in front of a server, which can take the server away and bring it back. */
export interface TcpGate {
  readonly port: number;
  /** Breaks every connection; new ones are refused until `open`. */
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const HOST = "127.0.0.1";

/** Starts a gate, open. @param target the port of the server behind it, on loopback */
export async function startTcpGate(target: number): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  const pass = (near: Socket): void => {
    const far = connect({ host: HOST, port: target, noDelay: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      hold(from);
      from.pipe(to);
      from.once("close", () => to.destroy());
    }
  };
  let server: Server | null = await listen(pass, 0);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = async (): Promise<void> => {
    const closing = server;
    server = null;
    const closed = new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  const open = async (): Promise<void> => {
    server ??= await listen(pass, port);
  };
  return { port, close, open, stop: close };
}

async function listen(pass: (socket: Socket) => void, port: number): Promise<Server> {
  const server = createServer({ noDelay: true }, pass);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  return server;
}
