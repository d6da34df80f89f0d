import { ATTACKS } from "./attacks";
import type { HostileRoute } from "./routes";
import { throwAt } from "./throw";

/** What was sent and what came back. */
export interface Tally {
  requests: number;
  readonly byKind: Record<string, number>;
  readonly byStatus: Record<string, number>;
  /** Answers of 500 and more, as `kind, attack: status`. */
  readonly failures: string[];
}

export const emptyTally = (): Tally => ({ requests: 0, byKind: {}, byStatus: {}, failures: [] });

/** Where a crowd attacks and how much of it there is. */
export interface Crowd {
  readonly target: { readonly host: string; readonly port: number };
  readonly routes: readonly HostileRoute[];
  /** Requests at once. */
  readonly hands: number;
  /** Whether each request comes from a loopback address of its own, so that limits for an address do not spare us work. */
  readonly manyAddresses: boolean;
}

/** Every attack at every route, once. */
export const attackOnce = (crowd: Crowd, tally: Tally): Promise<void> =>
  run(crowd, tally, (turn) => turn < ATTACKS.length * crowd.routes.length);

/** Attack after attack, until told to stop. */
export const attackUntil = (crowd: Crowd, tally: Tally, signal: AbortSignal): Promise<void> =>
  run(crowd, tally, () => !signal.aborted);

async function run(crowd: Crowd, tally: Tally, goesOn: (turn: number) => boolean): Promise<void> {
  const { routes, hands, target, manyAddresses } = crowd;
  let turn = 0;
  const hand = async (): Promise<void> => {
    for (let own = turn++; goesOn(own); own = turn++) {
      const attack = ATTACKS[Math.floor(own / routes.length) % ATTACKS.length];
      const route = routes[own % routes.length];
      if (!attack || !route) return;
      const from = manyAddresses ? `127.${1 + (own % 250)}.${Math.floor(own / 250) % 250}.1` : null;
      const pieces = attack.pieces(route, `${target.host}:${target.port}`);
      note(tally, route.kind, attack.name, await throwAt(target, from, pieces, attack.pauseMs));
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
}

function note(tally: Tally, kind: string, attack: string, status: number | null): void {
  tally.requests += 1;
  tally.byKind[kind] = (tally.byKind[kind] ?? 0) + 1;
  const named = String(status ?? "cut");
  tally.byStatus[named] = (tally.byStatus[named] ?? 0) + 1;
  if (status !== null && status >= 500) tally.failures.push(`${kind}, ${attack}: ${status}`);
}
