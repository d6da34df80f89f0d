import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "@/server/db/database/database";
import { stopAutovacuum } from "./large-shop";
import { startTestService, type TestService } from "./service";

/** Making a large shop takes a minute on a busy machine. */
const PLANS_TIMEOUT_MS = 240_000;

/** The number of rows the busiest step of a statement processed, over all its executions. */
export interface StatementWork {
  /** The statement's text on one line. */
  readonly statement: string;
  readonly step: string;
  readonly rows: number;
}

/** A connection to the test's database that records the execution of every statement. */
export interface WatchedDatabase {
  readonly db: Database;
  /** Returns the statements since the last call, the most work first. */
  work(): StatementWork[];
  close(): Promise<void>;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Join Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

const EXPLAINED = {
  log_min_duration: "0",
  log_analyze: "on",
  log_timing: "off",
  log_format: "json",
  log_level: "notice",
  log_nested_statements: "on",
};

/**
 * Opens the service's database with auto_explain, so that PostgreSQL reports the execution of every statement, those
 * in database functions included. Connections that `service.db` has already opened report nothing.
 */
async function watchStatements(service: TestService): Promise<WatchedDatabase> {
  const { databaseName, appUrl } = service.database;
  await service.sql(`ALTER DATABASE ${databaseName} SET session_preload_libraries = 'auto_explain'`);
  for (const [name, value] of Object.entries(EXPLAINED))
    await service.sql(`ALTER DATABASE ${databaseName} SET auto_explain.${name} = '${value}'`);
  const db = openDatabase(appUrl, { connections: 4 });
  const busiest = new Map<string, StatementWork>();
  const note = ({ message }: { message?: string | undefined }): void => {
    const planText = message?.split("plan:\n", 2)[1];
    if (planText === undefined) return;
    const { "Query Text": text, Plan: plan } = JSON.parse(planText) as {
      "Query Text": string;
      Plan: PlanNode;
    };
    const statement = text.replace(/\s+/g, " ").trim();
    for (const { step, rows } of stepsOf(plan)) {
      const key = `${statement} ${step}`;
      busiest.set(key, { statement, step, rows: rows + (busiest.get(key)?.rows ?? 0) });
    }
  };
  for (const pool of [db.pool, db.statementPool])
    pool.on("connect", (client: pg.PoolClient) => void client.on("notice", note));
  return {
    db,
    work: () => {
      const done = [...busiest.values()].sort((a, b) => b.rows - a.rows);
      busiest.clear();
      return done;
    },
    close: () => db.close(),
  };
}

function stepsOf(node: PlanNode, path = ""): { step: string; rows: number }[] {
  const name = [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean).join(" ");
  const step = `${path}/${name}`;
  const gone =
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Join Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  const rows = Math.round(((node["Actual Rows"] ?? 0) + gone) * (node["Actual Loops"] ?? 0));
  return [{ step, rows }, ...(node.Plans ?? []).flatMap((below) => stepsOf(below, step))];
}

/**
 * Declares that a service with a watched database starts before the tests of a file and ends after them. Only the
 * tests update its statistics.
 * @param open takes both and stores what the tests ask about
 */
export function startWatchedService(
  open: (started: { readonly service: TestService; readonly watched: WatchedDatabase }) => unknown,
): void {
  let stop: () => Promise<void> = () => Promise.resolve();
  beforeAll(async () => {
    const service = await startTestService();
    stop = service.close;
    await stopAutovacuum(service);
    const watched = await watchStatements(service);
    stop = async () => {
      await watched.close();
      await service.close();
    };
    await open({ service, watched });
  }, PLANS_TIMEOUT_MS);
  afterAll(() => stop());
}

/** What asks the database, the most rows that a step of its statements may go through, and how it is asked. */
export type AskedStatements = readonly (readonly [what: string, most: number, ask: () => Promise<unknown>])[];

/** Asks them one after the other. @returns the statements that went through too many rows, by what asked them */
export async function tooBusyAmong(
  watched: WatchedDatabase,
  asked: AskedStatements,
): Promise<Record<string, readonly StatementWork[]>> {
  const busy: Record<string, readonly StatementWork[]> = {};
  for (const [what, most, ask] of asked) {
    watched.work();
    await ask().catch((cause: unknown) => {
      throw new Error(what, { cause });
    });
    const done = watched.work();
    if (done.length === 0) throw new Error(`${what}: nothing was seen`);
    const tooMuch = done.filter(({ rows }) => rows > most);
    if (tooMuch.length > 0) busy[what] = tooMuch;
  }
  return busy;
}

/**
 * Declares the tests that no statement is too busy, under absent, foreign and complete statistics.
 * @param title of the first test, which names what reads no more than it should
 * @param service the test's service, once it has started
 * @param tooBusy makes a fresh shop, then calls `statistics`, and returns the statements that read too much
 */
export function itHoldsUnderAnyStatistics(
  title: string,
  service: () => TestService,
  tooBusy: (statistics: () => Promise<unknown>) => Promise<Record<string, unknown>>,
): void {
  it(
    `${title} where the planner has no statistics`,
    async () => {
      expect(await tooBusy(() => Promise.resolve())).toEqual({});
    },
    PLANS_TIMEOUT_MS,
  );

  it(
    "does so where the statistics know other workspaces alone",
    async () => {
      await service().sql("ANALYZE");
      expect(await tooBusy(() => Promise.resolve())).toEqual({});
    },
    PLANS_TIMEOUT_MS,
  );

  it(
    "does so where they know everything",
    async () => {
      expect(await tooBusy(() => service().sql("ANALYZE"))).toEqual({});
    },
    PLANS_TIMEOUT_MS,
  );
}
