import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** The interval of the health requests, in milliseconds. */
const EVERY_MS = 5;

/**
 * Asks `/healthz` again and again while `work` runs.
 * @returns what came of the work, and the longest wait for an answer, in milliseconds
 */
export async function longestWait<T>(
  url: string,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly longestMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longestMs = 0;
  let working = true;
  const watch = async (): Promise<void> => {
    while (working) {
      const start = performance.now();
      await ping(url, agent);
      longestMs = Math.max(longestMs, performance.now() - start);
      await pause(EVERY_MS);
    }
  };
  const watching = watch();
  try {
    const value = await work();
    working = false;
    await watching;
    return { value, longestMs };
  } finally {
    working = false;
    agent.destroy();
  }
}

function ping(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(new URL("/healthz", url), { agent }, (response) => {
      response.resume().once("end", resolve);
    })
      .once("error", reject)
      .end();
  });
}
