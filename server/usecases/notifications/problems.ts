import { forgetHealed } from "@/server/db/notifications/notifications";
import {
  failingStores,
  type TroubledRun,
  type TroubledWriteBack,
  troubledRuns,
  troubledWriteBacks,
} from "@/server/db/notifications/problems";
import { DAY_MS } from "@/server/domain/durations";
import { QUIET_MS } from "@/server/domain/notifications/notification";
import { oneLine } from "../mails/form";
import { lastTold, pageOf, readersOf, type Telling, tell, toldTo } from "./round";

/** What went wrong longer ago is told by the inbox and the digest alone. */
const TOLD_WITHIN_MS = DAY_MS;
const LISTED = 10;
const LONGEST = 300;

type TroubleTopic = "runs" | "write_backs" | "integrations";

/** One thing that went wrong: the subject names it and the state it is in, so that each state is told once. */
interface Trouble {
  readonly subject: string;
  readonly atMs: number;
  readonly words: string;
  readonly link: string;
}

/** Tells of runs that failed or are held, of prices that did not reach the store, and of stores that do not answer. */
export async function tellTroubles(telling: Telling): Promise<void> {
  const { services, tx } = telling;
  const now = new Date(services.now());
  const since = new Date(now.getTime() - TOLD_WITHIN_MS);
  const runs = await troubledRuns(tx, since);
  await tellOf(
    telling,
    "runs",
    runs.map((run) => ofRun(telling, run)),
  );
  const doubtAfterMs = services.settings.unknownAlertMs;
  const writeBacks = await troubledWriteBacks(tx, { since, now, doubtAfterMs });
  await tellOf(
    telling,
    "write_backs",
    writeBacks.map((row) => ofWriteBack(telling, row)),
  );
  const stores = await failingStores(tx);
  const failing = stores.map(({ id, name, error }) => ({
    subject: id,
    atMs: now.getTime(),
    words: oneLine(`${name} cannot be worked with: ${error ?? "it does not answer."}`, LONGEST),
    link: pageOf(telling, "/settings/integrations"),
  }));
  await forgetHealed(
    tx,
    stores.map(({ id }) => id),
    new Date(now.getTime() - QUIET_MS.integrations),
  );
  await tellOf(telling, "integrations", failing);
}

function ofRun(telling: Telling, { id, status, reason, at }: TroubledRun): Trouble {
  const failed = status === "failed";
  const what = failed
    ? "A run failed"
    : "A run is held: nothing it recommends shows until somebody releases it";
  return {
    subject: `${id}:${failed ? "failed" : "held"}`,
    atMs: at.getTime(),
    words: oneLine(reason === null ? `${what}.` : `${what}. ${reason}`, LONGEST),
    link: pageOf(telling, `/runs/${id}`),
  };
}

const STATE_WORDS: Readonly<Record<TroubledWriteBack["status"], string>> = {
  failed: "was not written",
  conflict: "was not written, the store held another price",
  unknown: "may not have arrived, the store has not said",
};

function ofWriteBack(telling: Telling, row: TroubledWriteBack): Trouble {
  const { id, status, title, sku, answer, recommendationId, at } = row;
  return {
    subject: `${id}:${status}`,
    atMs: at.getTime(),
    words: oneLine(`The price of “${title}” (${sku}) ${STATE_WORDS[status]}. ${answer ?? ""}`, LONGEST),
    link: pageOf(telling, `/recommendations/${recommendationId}`),
  };
}

const HEADLINES: Readonly<Record<TroubleTopic, (count: number) => string>> = {
  runs: (count) => (count === 1 ? "a run needs a look" : `${count} runs need a look`),
  write_backs: (count) =>
    count === 1 ? "a price did not reach the store" : `${count} prices did not reach the store`,
  integrations: () => "the store does not answer",
};

async function tellOf(telling: Telling, topic: TroubleTopic, troubles: readonly Trouble[]): Promise<void> {
  if (troubles.length === 0) return;
  const nowMs = telling.services.now();
  for (const reader of readersOf(telling, topic)) {
    const last = lastTold(telling, reader.userId, topic);
    if (last !== null && nowMs - last < QUIET_MS[topic]) continue;
    const before = new Set(toldTo(telling, reader.userId, topic).map(({ subject }) => subject));
    const fresh = troubles.filter(
      ({ subject, atMs }) => atMs >= reader.since.getTime() && !before.has(subject),
    );
    if (fresh.length === 0) continue;
    await tell(telling, reader, topic, {
      subjects: fresh.map(({ subject }) => subject),
      subject: `${telling.workspace.name}: ${HEADLINES[topic](fresh.length)}`,
      text: textOf(telling, fresh),
    });
  }
}

function textOf(telling: Telling, troubles: readonly Trouble[]): string {
  const listed = troubles.slice(0, LISTED).map(({ words, link }) => `${words}\n${link}`);
  const left = troubles.length - listed.length;
  return [...listed, ...(left > 0 ? [`And ${left} more:\n${pageOf(telling, "/alerts")}`] : [])].join("\n\n");
}
