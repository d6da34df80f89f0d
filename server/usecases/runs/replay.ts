import type { Database } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { readRunResults, type StoredResult } from "@/server/db/runs/pages";
import { findRun, tenantOfRun } from "@/server/db/runs/runs";
import { notFound } from "@/server/domain/errors";
import { decide, type Policy, REPLAYED_ENGINES } from "@/server/domain/pricing/engine";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { loadPolicy } from "../policy/terms";
import { inputFromJson, inputToJson } from "./input-json";

/** The first result that differs: the stored and the computed text. */
export interface ReplayDifference {
  readonly itemId: string;
  readonly part: "input" | "outcome";
  readonly stored: string;
  readonly computed: string;
}

/** How many results agreed byte for byte, and the first that did not. */
export interface Replay {
  readonly workspaceId: string;
  readonly engineVersion: string;
  readonly compared: number;
  readonly difference: ReplayDifference | null;
}

/** The engine that decided the run is not in this program; `message` may be shown to people. */
export class EngineUnknown extends Error {
  constructor(version: string) {
    super(
      `The run was decided by engine ${version}; this program computes those of ${REPLAYED_ENGINES.join(", ")}.`,
    );
  }
}

/** The run's stored inputs have been deleted; `message` may be shown to people. */
export class ResultsPurged extends Error {
  constructor(at: Date) {
    super(`What this run computed from was dropped for its age on ${at.toISOString().slice(0, 10)}.`);
  }
}

const PAGE_SIZE = 1_000;

/**
 * Replays a run from its stored data alone and compares every byte; stops at the first difference. A run of an
 * earlier engine is replayed with that engine's rules.
 * @throws DomainError not_found without such a run; ResultsPurged; EngineUnknown; UnreadablePolicy
 */
export async function replayRun(db: Database, runId: string): Promise<Replay> {
  const tenant = await tenantOfRun(db, runId);
  if (tenant === null) throw notFound("run");
  const { run, policy } = await inTenant(db, tenant, async (tx) => {
    const found = await findRun(tx, runId);
    if (found === null) throw notFound("run");
    if (found.resultsForgottenAt !== null) throw new ResultsPurged(found.resultsForgottenAt);
    if (!REPLAYED_ENGINES.includes(found.engineVersion)) throw new EngineUnknown(found.engineVersion);
    return { run: found, policy: await loadPolicy(tx, found.policyVersion, found.engineVersion) };
  });
  const summary = { workspaceId: tenant.workspaceId, engineVersion: run.engineVersion };
  let compared = 0;
  for await (const page of resultPages(db, tenant, runId)) {
    for (const { itemId, input, outcome } of page) {
      const difference = compare(itemId, input, outcome, policy);
      if (difference !== null) return { ...summary, compared, difference };
      compared += 1;
    }
  }
  return { ...summary, compared, difference: null };
}

/** Yields a run's stored results in pages, ordered by item id; at most one page is in memory. */
export async function* resultPages(
  db: Database,
  tenant: Tenant,
  runId: string,
): AsyncGenerator<readonly StoredResult[]> {
  const read = (after: string | null): Promise<StoredResult[]> =>
    inTenant(db, tenant, (tx) => readRunResults(tx, runId, after, PAGE_SIZE));
  let page = await read(null);
  while (page.length > 0) {
    yield page;
    page = await read(page.at(-1)?.itemId ?? null);
  }
}

function compare(itemId: string, input: string, outcome: string, policy: Policy): ReplayDifference | null {
  const parsed = inputFromJson(input);
  const reserialized = inputToJson(parsed, parsed);
  if (reserialized !== input) return { itemId, part: "input", stored: input, computed: reserialized };
  const computed = JSON.stringify(
    outcomeToJson(decide(parsed.item, parsed.observations, policy, parsed.asOfMs)),
  );
  return computed === outcome ? null : { itemId, part: "outcome", stored: outcome, computed };
}
