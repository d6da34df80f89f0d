import { setTimeout as pause } from "node:timers/promises";
import type { Installation } from "@/e2e/soak/installation";
import type { Tally } from "@/e2e/soak/requests";
import { ask, type Reported, secondsUntil } from "./probe";
import type { Recovery } from "./recovery";
import type { Dependency, Switch } from "./surroundings";

/** A dependency that goes away for a while, and what the service has to tell meanwhile. */
export interface Outage {
  readonly name: Dependency;
  readonly gate: Switch;
  readonly recovery: Recovery;
}

/** What an outage showed. */
export interface Seen {
  readonly recovered_seconds: number | null;
  readonly answers: Readonly<Record<string, number>>;
  /** What was not as documented, in words. */
  readonly wrong: readonly string[];
}

interface Around {
  readonly installation: Installation;
  readonly tally: Tally;
  readonly metricsToken: string;
  readonly seconds: number;
}

const RECOVERS_WITHIN_MS = 120_000;
/** What was asked before the outage may be answered in it, and the other way round. */
const MARGIN_MS = 3_000;

/** Takes the dependency away, watches, brings it back, and waits until everything is as before. */
export async function suffer(outage: Outage, around: Around): Promise<Seen> {
  const { installation, tally, seconds } = around;
  const wrong: string[] = [];
  const before = { ...tally.byStatus };
  const failedBefore = tally.failures.length;
  await outage.gate.close();
  const startedAt = Date.now();
  let last: readonly string[] = [];
  while (Date.now() < startedAt + seconds * 1_000) {
    await pause(2_000);
    const inside = Date.now() - startedAt > MARGIN_MS;
    const now: string[] = [];
    for (const [process, reported] of await askBoth(around))
      if (inside) compare(outage, process, reported, now);
    // A busy machine may miss the two seconds of one answer.
    wrong.push(...now.filter((text) => last.includes(text)));
    last = now;
  }
  const failures = tally.failures.slice(failedBefore);
  await outage.gate.open();
  const done = outage.recovery();
  const ready = async () => (await askBoth(around)).every(([, { ready: status }]) => status === 200);
  const recovered_seconds = await secondsUntil(
    async () => (await ready()) && (await done()),
    RECOVERS_WITHIN_MS,
  );
  for (const { kind, answer } of failures)
    if (!isExpected(outage, kind, answer)) wrong.push(`${kind}: ${answer}`);
  for (const service of [installation.api, installation.worker])
    if (service.hasEnded()) wrong.push("a process ended");
  const answers = Object.fromEntries(
    Object.entries(tally.byStatus)
      .map(([status, count]) => [status, count - (before[status] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
  return { recovered_seconds, answers, wrong: [...new Set(wrong)] };
}

const askBoth = async ({ installation: { api, worker }, metricsToken }: Around) =>
  [
    ["api", await ask(api, metricsToken)],
    ["worker", await ask(worker, metricsToken)],
  ] as const;

/** A database on a full disk may answer what it is asked, and may have ended. */
const answersWithout = (name: Dependency): boolean => name !== "database" && name !== "disk";

/** Only the database is needed for readiness; whatever else is gone, both processes say that they are ready. */
function compare({ name }: Outage, process: string, reported: Reported, wrong: string[]): void {
  const answers = answersWithout(name);
  if (name === "disk" && (reported.ready === 200 || reported.ready === 503)) return;
  const ready = answers ? 200 : 503;
  if (reported.ready !== ready) wrong.push(`${name}: /readyz of the ${process} was ${reported.ready}`);
  if (!answers && !reported.missing.includes("database")) wrong.push(`${name}: /readyz does not name it`);
  if (reported.databaseUp !== Number(answers))
    wrong.push(`${name}: pricecheck_database_up of the ${process} was ${reported.databaseUp}`);
}

/**
 * Without the database, everything that needs it is answered with 503 and the error of the contract; documents of pages
 * are an error page.
 */
const isExpected = ({ name }: Outage, kind: string, answer: string): boolean =>
  !answersWithout(name) && (kind === "pages" || (/: 503 /.test(answer) && answer.includes("unavailable")));
