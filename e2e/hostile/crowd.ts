import { ATTACKS } from "./attacks";
import type { HostileRoute } from "./routes";
import { sendRaw } from "./send-raw";

/** Counts of the requests and their answers. */
export interface Tally {
  requests: number;
  readonly byKind: Record<string, number>;
  readonly byStatus: Record<string, number>;
  /** Answers with status 500 or above, as `kind, attack: status`. */
  readonly failures: string[];
}

export const emptyTally = (): Tally => ({ requests: 0, byKind: {}, byStatus: {}, failures: [] });

/** The targets of a crowd and its size. */
export interface AttackLoad {
  readonly target: { readonly host: string; readonly port: number };
  readonly routes: readonly HostileRoute[];
  /** The number of parallel requests. */
  readonly concurrency: number;
  /**
   * Whether each request comes from a different loopback address, so that per-address limits do not absorb the load.
   */
  readonly manyAddresses: boolean;
}

/** Runs every attack once at every route. */
export const attackOnce = (crowd: AttackLoad, tally: Tally): Promise<void> =>
  run(crowd, tally, (turn) => turn < ATTACKS.length * crowd.routes.length);

/** Repeats the attacks until the signal aborts. */
export const attackUntil = (crowd: AttackLoad, tally: Tally, signal: AbortSignal): Promise<void> =>
  run(crowd, tally, () => !signal.aborted);

async function run(crowd: AttackLoad, tally: Tally, goesOn: (turn: number) => boolean): Promise<void> {
  const { routes, concurrency, target, manyAddresses } = crowd;
  let turn = 0;
  const hand = async (): Promise<void> => {
    for (let own = turn++; goesOn(own); own = turn++) {
      // All attacks at one route after another, so that the costly bodies, a third of them, come beside others.
      const attack = ATTACKS[own % ATTACKS.length];
      const route = routes[Math.floor(own / ATTACKS.length) % routes.length];
      if (!attack || !route) return;
      const from = manyAddresses ? `127.${1 + (own % 250)}.${Math.floor(own / 250) % 250}.1` : null;
      const pieces = attack.pieces(route, `${target.host}:${target.port}`);
      record(tally, route.kind, attack.name, await sendRaw(target, from, pieces, attack.pauseMs));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, hand));
}

function record(tally: Tally, kind: string, attack: string, status: number | null): void {
  tally.requests += 1;
  tally.byKind[kind] = (tally.byKind[kind] ?? 0) + 1;
  const named = String(status ?? "cut");
  tally.byStatus[named] = (tally.byStatus[named] ?? 0) + 1;
  if (status !== null && status >= 500) tally.failures.push(`${kind}, ${attack}: ${status}`);
}
