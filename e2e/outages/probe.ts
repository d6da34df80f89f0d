import { setTimeout as pause } from "node:timers/promises";
import type { Service } from "@/e2e/service";

/** What a process tells of itself. */
export interface Reported {
  /** The status of `/readyz`; 0 for no answer. */
  readonly ready: number;
  /** The conditions that `/readyz` calls unmet. */
  readonly missing: readonly string[];
  /** The figure `pricecheck_database_up`; null where `/metrics` does not answer. */
  readonly databaseUp: number | null;
  readonly unknownWriteBacks: number | null;
}

const WITHIN_MS = 10_000;

/** Asks a process for its readiness and its metrics. */
export async function ask(service: Service, metricsToken: string): Promise<Reported> {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers, signal: AbortSignal.timeout(WITHIN_MS) }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: "" }),
    );
  const ready = await get("/readyz");
  const metrics = await get("/metrics", { authorization: `Bearer ${metricsToken}` });
  const checks: unknown = ready.status === 0 ? {} : Object(JSON.parse(ready.text)).checks;
  return {
    ready: ready.status,
    missing: Object.entries(Object(checks)).flatMap(([name, met]) => (met === true ? [] : [name])),
    databaseUp: figureOf(metrics.text, "pricecheck_database_up"),
    unknownWriteBacks: figureOf(metrics.text, "pricecheck_unknown_write_backs"),
  };
}

function figureOf(text: string, name: string): number | null {
  const value = new RegExp(`^${name} ([0-9.]+)$`, "m").exec(text)?.[1];
  return value === undefined ? null : Number(value);
}

/**
 * Waits until something holds.
 * @returns the seconds that it took, to a tenth; null if it did not hold within the given time
 */
export async function secondsUntil(holds: () => Promise<boolean>, withinMs: number): Promise<number | null> {
  const startedAt = performance.now();
  for (;;) {
    if (await holds()) return Math.round((performance.now() - startedAt) / 100) / 10;
    if (performance.now() - startedAt > withinMs) return null;
    await pause(200);
  }
}
