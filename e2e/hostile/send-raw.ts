import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** The longest a request may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Sends pieces over a new connection and reads the answer.
 * @param from the loopback address to connect from; null for the default
 * @returns the status of the first answer, or null if the connection ended without one
 */
export function sendRaw(
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
      // The answer ends the attack, because a client that was answered has no reason to continue.
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
