import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const EVERY_MS = 100;

const Experience = z.object({
  latenciesMs: z.array(z.number()),
  /** Answers with an unexpected status, as `path: status`. */
  unexpected: z.array(z.string()),
});
/** The latencies and failures a well-behaved client observed. */
export type Experience = z.output<typeof Experience>;

/** Starts the well-behaved client in a separate process; `end` stops it and returns its observations. */
export function startGoodClient(url: string, token: string): { end(): Promise<Experience> } {
  const program = join(import.meta.dirname, "good-process.ts");
  const child = fork(program, [url, token], { execArgv: ["--import", "tsx"] });
  const seen = new Promise<Experience>((resolve, reject) => {
    child.once("message", (message) => resolve(Experience.parse(message)));
    child.once("exit", (code) => reject(new Error(`the good client ended with ${code}`)));
  });
  return {
    end: () => {
      child.send("end");
      return seen;
    },
  };
}

/** Alternates the reads of an integration and of a person until the signal aborts. */
export async function goodClient(url: string, token: string, signal: AbortSignal): Promise<Experience> {
  const bearer = { authorization: `Bearer ${token}` };
  const requests: readonly [string, Record<string, string>][] = [
    ["/api/v1/recommendations?limit=20", bearer],
    ["/api/v1/catalog/items?limit=20", bearer],
    ["/api/v1/workspace/status", bearer],
    ["/sign-in", {}],
    ["/healthz", {}],
  ];
  const latenciesMs: number[] = [];
  const unexpected: string[] = [];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const [path, headers] = requests[turn % requests.length] ?? ["/healthz", {}];
    const start = performance.now();
    const status = await fetch(url + path, { headers }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error: unknown) => (error instanceof Error ? error.message : "failed"),
    );
    latenciesMs.push(performance.now() - start);
    if (status !== 200) unexpected.push(`${path}: ${status}`);
    await pause(EVERY_MS);
  }
  return { latenciesMs, unexpected };
}

/** Returns a percentile of the values, rounded to a whole number; 0 if there are none. */
export function percentile(values: readonly number[], of100: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of100) / 100))] ?? 0);
}
