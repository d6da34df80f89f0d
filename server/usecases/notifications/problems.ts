import { purgeHealed } from "@/server/db/notifications/notifications";
import {
  type FailedRun,
  type FailingSchedule,
  failedRuns,
  failingSchedules,
  failingStores,
  type UnsettledWriteBack,
  unsettledWriteBacks,
} from "@/server/db/notifications/problems";
import { type DisabledEndpoint, endpointsDisabledByService } from "@/server/db/webhooks/endpoints";
import { DAY_MS } from "@/server/domain/durations";
import { QUIET_MS } from "@/server/domain/notifications/notification";
import { grouped } from "@/server/domain/text";
import { nameInLine, oneLine } from "../mails/mail-options";
import { lastNotifiedMs, type NotificationRound, noticesTo, notify, pageUrl, readersOf } from "./round";

/** Maximum age of a problem to notify of; older ones appear in the inbox and the digest only. */
const MAX_AGE_MS = DAY_MS;
const MAX_LISTED = 10;
const MAX_LINE_LENGTH = 300;
/** A longer title is cut, so that what happened to its price stays on the line. */
const MAX_NAME_LENGTH = 100;

type ProblemTopic = "runs" | "write_backs" | "integrations";

/** A problem to notify of; its subject names the object and its state, so that each state is notified once. */
interface Problem {
  readonly subject: string;
  readonly atMs: number;
  readonly message: string;
  readonly link: string;
  /** In the mail's subject, where it is the only problem; without one, the topic's. */
  readonly headline?: string;
}

/**
 * Notifies of failed and held runs, of schedules that stop working, of prices that did not reach the store, of stores
 * that do not answer, and of webhooks that the service disabled.
 */
export async function notifyOfProblems(round: NotificationRound): Promise<void> {
  const { services, tx } = round;
  const now = new Date(services.now());
  const since = new Date(now.getTime() - MAX_AGE_MS);
  const runs = await failedRuns(tx, since);
  const schedules = await failingSchedules(tx, since);
  await notifyOf(round, "runs", [
    ...runs.map((run) => ofRun(round, run)),
    ...schedules.map((schedule) => ofSchedule(round, schedule)),
  ]);
  const doubtAfterMs = services.settings.unknownOutcomeAlertMs;
  const writeBacks = await unsettledWriteBacks(tx, { since, now, doubtAfterMs });
  await notifyOf(
    round,
    "write_backs",
    writeBacks.map((row) => ofWriteBack(round, row)),
  );
  const stores = await failingStores(tx);
  const failing = stores.map(({ id, name, error }) => ({
    subject: id,
    atMs: now.getTime(),
    message: oneLine(`${name} cannot be worked with: ${error ?? "it does not answer."}`, MAX_LINE_LENGTH),
    link: pageUrl(round, "/settings/integrations"),
  }));
  const disabled = (await endpointsDisabledByService(tx)).map((endpoint) => ofWebhook(round, endpoint));
  const connections = [...failing, ...disabled];
  await purgeHealed(
    tx,
    connections.map(({ subject }) => subject),
    new Date(now.getTime() - QUIET_MS.integrations),
  );
  await notifyOf(round, "integrations", connections);
}

const DISABLED_TEXTS: Readonly<Record<DisabledEndpoint["reason"], string>> = {
  failing: "it accepted nothing for three days",
  gone: "it answered that it is gone (410)",
  by_person: "somebody disabled it",
};

/** The time is in the subject, so that an endpoint that is disabled a second time is notified again. */
const ofWebhook = (round: NotificationRound, { id, url, reason, at }: DisabledEndpoint): Problem => ({
  subject: `${id}:${at.getTime()}`,
  atMs: round.services.now(),
  message: oneLine(
    `No more events are sent to ${url}: ${DISABLED_TEXTS[reason]}. Enable it again when it works; what it missed can be sent again.`,
    MAX_LINE_LENGTH,
  ),
  link: pageUrl(round, `/settings/webhooks/${id}`),
  headline: "a webhook was disabled",
});

function ofRun(round: NotificationRound, { id, status, reason, at }: FailedRun): Problem {
  const failed = status === "failed";
  const summary = failed
    ? "A run failed"
    : "A run is held: nothing it recommends shows until somebody releases it";
  return {
    subject: `${id}:${failed ? "failed" : "held"}`,
    atMs: at.getTime(),
    message: oneLine(reason === null ? `${summary}.` : `${summary}. ${reason}`, MAX_LINE_LENGTH),
    link: pageUrl(round, `/runs/${id}`),
  };
}

/** The subject names the first failure, so that further ones of the same schedule are not notified. */
const ofSchedule = (round: NotificationRound, { id, name, reason, since }: FailingSchedule): Problem => ({
  subject: `${id}:failing:${since.toISOString()}`,
  atMs: since.getTime(),
  message: oneLine(
    `The schedule “${nameInLine(name, MAX_NAME_LENGTH)}” stopped working. ${reason}`,
    MAX_LINE_LENGTH,
  ),
  link: pageUrl(round, "/settings/schedules"),
  headline: "a schedule stopped working",
});

/** What is certain of its price; the store's answer behind it gives the reason. */
function stateText({ status, mayBeInStore }: UnsettledWriteBack): string {
  if (status === "unknown") return "may not have arrived, the store has not said";
  return mayBeInStore ? "may not be in the store as approved, look there" : "was not written";
}

function ofWriteBack(round: NotificationRound, row: UnsettledWriteBack): Problem {
  const { id, status, title, sku, answer: result, mayBeInStore, recommendationId, at } = row;
  return {
    subject: `${id}:${status}`,
    atMs: at.getTime(),
    message: oneLine(
      `The price of “${nameInLine(title, MAX_NAME_LENGTH)}” (${nameInLine(sku, MAX_NAME_LENGTH)}) ${stateText(row)}. ${result ?? ""}`,
      MAX_LINE_LENGTH,
    ),
    link: pageUrl(round, `/recommendations/${recommendationId}`),
    ...(status === "unknown" || mayBeInStore ? { headline: "a price may not have reached the store" } : {}),
  };
}

const HEADLINES: Readonly<Record<ProblemTopic, (count: number) => string>> = {
  runs: (count) => (count === 1 ? "a run needs a look" : `${grouped(count)} runs need a look`),
  write_backs: (count) =>
    count === 1
      ? "a price did not reach the store"
      : `${grouped(count)} prices did not reach the store, or may not have`,
  integrations: () => "the store does not answer",
};

const headlineOf = (topic: ProblemTopic, problems: readonly Problem[]): string =>
  (problems.length === 1 ? problems[0]?.headline : undefined) ?? HEADLINES[topic](problems.length);

async function notifyOf(
  round: NotificationRound,
  topic: ProblemTopic,
  problems: readonly Problem[],
): Promise<void> {
  if (problems.length === 0) return;
  const nowMs = round.services.now();
  for (const reader of readersOf(round, topic)) {
    const last = lastNotifiedMs(round, reader.userId, topic);
    if (last !== null && nowMs - last < QUIET_MS[topic]) continue;
    const before = new Set(noticesTo(round, reader.userId, topic).map(({ subject }) => subject));
    const newProblems = problems.filter(
      ({ subject, atMs }) => atMs >= reader.since.getTime() && !before.has(subject),
    );
    const [first] = newProblems;
    if (!first) continue;
    await notify(round, reader, topic, {
      subjects: newProblems.map(({ subject }) => subject),
      subject: `${round.workspace.name}: ${headlineOf(topic, newProblems)}`,
      text: textOf(round, newProblems),
      action: first.link,
    });
  }
}

function textOf(round: NotificationRound, problems: readonly Problem[]): string {
  const listed = problems.slice(0, MAX_LISTED).map(({ message, link }) => `${message}\n${link}`);
  const unlisted = problems.length - listed.length;
  return [...listed, ...(unlisted > 0 ? [`And ${unlisted} more:\n${pageUrl(round, "/alerts")}`] : [])].join(
    "\n\n",
  );
}
