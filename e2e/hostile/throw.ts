import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Nobody waits longer for the end of one request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Sends pieces over a connection of its own and reads what comes back.
 * @param from the loopback address it comes from
 * @returns the status of the first answer, or null where the connection ended without one
 */
export function throwAt(
  { host, port }: { readonly host: string; readonly port: number },
  from: string | null,
  pieces: readonly Buffer[],
  pauseMs = 0,
): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ...(from === null ? {} : { localAddress: from }) });
    let start = "";
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(start)?.[1];
      resolve(status === undefined ? null : Number(status));
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    socket.on("data", (data: Buffer) => {
      if (start.length < 32) start += data.toString("latin1");
      // Who is answered has no reason to go on.
      setTimeout(end, 50).unref();
    });
    socket.on("error", () => undefined);
    socket.on("close", end);
    socket.on("connect", () => void pour());

    async function pour(): Promise<void> {
      for (const piece of pieces) {
        if (socket.destroyed) return;
        if (!socket.write(piece))
          await new Promise((drained) => socket.once("drain", drained).once("close", drained));
        if (pauseMs > 0) await pause(pauseMs);
      }
    }
  });
}
