import { afterAll, beforeAll, expect, it } from "vitest";
import { attackOnce, emptyTally } from "./crowd";
import { startGoodClient } from "./good-client";
import { hostileRoutes } from "./routes";
import { type HostileTarget, hasManyAddresses, startHostileTarget } from "./service";

// Slow senders take their time, and the machine may be under load.
const TIMEOUT_MS = 300_000;
/** Many attacks only keep a connection open: as many hands as have three kinds of attack at work at a time. */
const HANDS = 48;

let besieged: HostileTarget;
beforeAll(async () => {
  besieged = await startHostileTarget();
}, TIMEOUT_MS);
afterAll(() => besieged.service.stop());

it(
  "every attack at every kind of route ends without a failure, and a client of good manners is answered meanwhile",
  async () => {
    const { service, workspaceId, tokens } = besieged;
    const good = startGoodClient(service.url, tokens.good);
    const tally = emptyTally();
    const crowd = {
      target: { host: "127.0.0.1", port: Number(new URL(service.url).port) },
      routes: hostileRoutes(tokens.hostile, workspaceId),
      concurrency: HANDS,
      manyAddresses: hasManyAddresses(),
    };
    await attackOnce(crowd, tally);
    const { latenciesMs, unexpected } = await good.end();
    expect(tally.failures.join("; ")).toBe("");
    expect(Object.keys(tally.byKind).sort()).toEqual(
      [...new Set(crowd.routes.map(({ kind }) => kind))].sort(),
    );
    expect(unexpected.join("; ")).toBe("");
    expect(latenciesMs.length).toBeGreaterThan(10);
  },
  TIMEOUT_MS,
);
