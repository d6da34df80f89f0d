import { setTimeout as pause } from "node:timers/promises";

const EVERY_MS = 100;

/** What a client of good manners saw. */
export interface Experience {
  readonly latenciesMs: readonly number[];
  /** Answers other than the expected, as `path: status`. */
  readonly unexpected: readonly string[];
}

/** Reads what an integration and a person read, one after the other, until told to stop. */
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
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      (error: unknown) => (error instanceof Error ? error.message : "failed"),
    );
    latenciesMs.push(performance.now() - start);
    if (status !== 200) unexpected.push(`${path}: ${status}`);
    await pause(EVERY_MS);
  }
  return { latenciesMs, unexpected };
}

/** The value below which so many of a hundred lie; 0 of none. */
export function percentile(values: readonly number[], of100: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of100) / 100))] ?? 0);
}
