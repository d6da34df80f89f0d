import { auditSpan } from "@/server/db/audit/reading";
import {
  type DigestCounts,
  digestCounts,
  type LaneDigest,
  laneDigests,
  type MovedPrice,
  movedPrices,
} from "@/server/db/notifications/digest";
import { checksUsed } from "@/server/db/offers/check-usage";
import { workspaceSummary } from "@/server/db/workspaces/summary";
import { formatPrice } from "@/server/domain/money";
import { type DueDigest, dueDigest } from "@/server/domain/notifications/digest-time";
import { ROLE_PERMISSIONS } from "@/server/domain/permissions";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { monthOf } from "@/server/domain/plan/usage-period";
import { formatPercent, parseRatio } from "@/server/domain/ratio";
import { grouped } from "@/server/domain/text";
import { localTimeText } from "@/server/domain/time-zone";
import { nameInLine } from "../mails/mail-options";
import { type NotificationRound, noticesTo, notify, pageUrl, type Reader, readersOf } from "./round";

const MOVED_LISTED = 8;
const MAX_LINE_LENGTH = 160;

/** Sends the digests that are due in their readers' time zones, each once. */
export async function sendDigests(round: NotificationRound): Promise<void> {
  const { services, workspace } = round;
  for (const reader of readersOf(round, "digest")) {
    const { digest, timeZone } = reader.choices;
    const due = digest === "off" ? null : dueDigest(digest, timeZone, services.now());
    if (due === null || reader.since.getTime() >= due.toMs) continue;
    if (noticesTo(round, reader.userId, "digest").some(({ subject }) => subject === due.name)) continue;
    await notify(round, reader, "digest", {
      subjects: [due.name],
      subject: `${workspace.name}: ${digest === "daily" ? "yesterday" : "the week"} in prices`,
      text: await textOf(round, reader, due),
      action: pageUrl(round, "/approvals"),
    });
  }
}

async function textOf(round: NotificationRound, reader: Reader, due: DueDigest): Promise<string> {
  const { tx } = round;
  const { timeZone } = reader.choices;
  const span = { from: new Date(due.fromMs), to: new Date(due.toMs) };
  const counts = await digestCounts(tx, span);
  const moved = await movedPrices(tx, span, MOVED_LISTED);
  const parts = [
    `From ${localTimeText(due.fromMs, timeZone)}\nto ${localTimeText(due.toMs, timeZone)}`,
    movedText(counts, moved),
    ...lanesText(await laneDigests(tx, span)),
    workText(counts),
    ...(await currentState(round)),
    ...(ROLE_PERMISSIONS[reader.role].has("settings:read") ? [await headText(round)] : []),
    `See more:\n${pageUrl(round, "")}`,
  ];
  return parts.join("\n\n");
}

function movedText({ moved }: DigestCounts, listed: readonly MovedPrice[]): string {
  if (moved === 0) return "No price was changed in the store.";
  const lines = listed.map((price) => {
    const { title, sku, currency, from, to, marginBefore, marginAfter, reverted } = price;
    const margins =
      marginBefore !== null && marginAfter !== null
        ? `, margin ${percent(marginBefore)} to ${percent(marginAfter)}`
        : "";
    const change = `${formatPrice(from, currency)} to ${formatPrice(to, currency)}`;
    return `- ${nameInLine(`${title} (${sku})`, MAX_LINE_LENGTH)}: ${change}${margins}${reverted ? ", taken back" : ""}`;
  });
  const unlisted = moved - listed.length;
  const head =
    moved === 1 ? "1 price was changed in the store:" : `${grouped(moved)} prices were changed in the store:`;
  return [head, ...lines, ...(unlisted > 0 ? [`- and ${grouped(unlisted)} more`] : [])].join("\n");
}

/** Returns one part about automatic lanes; none if they decided nothing. */
function lanesText(lanes: readonly LaneDigest[]): string[] {
  if (lanes.length === 0) return [];
  const lines = lanes.map(({ lane, mode, approved, fellOut }) => {
    const prices = approved === 1 ? "1 price" : `${grouped(approved)} prices`;
    const did = mode === "open" ? `approved ${prices}` : `would have approved ${prices}, in shadow`;
    return `- ${nameInLine(lane, MAX_LINE_LENGTH)} ${did}${fellOut > 0 ? `; ${grouped(fellOut)} left to people` : ""}`;
  });
  return [["Auto-approval rules:", ...lines].join("\n")];
}

/** Formats a share as a percentage: `0.2797` becomes 28 %. */
const percent = (share: string): string => {
  const { num, den } = parseRatio(share);
  return formatPercent(num, den);
};

const workText = ({ runsDone, runsFailed, recommended, alertsRaised, pagesChecked }: DigestCounts): string =>
  [
    `Runs: ${grouped(runsDone)} done, ${grouped(runsFailed)} failed`,
    `New recommendations: ${grouped(recommended)}`,
    `New alerts: ${grouped(alertsRaised)}`,
    `Competitors' pages checked: ${grouped(pagesChecked)}`,
  ].join("\n");

async function currentState(round: NotificationRound): Promise<string[]> {
  const { services, tx, workspace } = round;
  const now = services.now();
  const { waiting, open_alerts: alerts } = await workspaceSummary(tx, new Date(now));
  const used = await checksUsed(tx, monthOf(now).startMs);
  const limit = PLAN_LIMITS[workspace.plan].checksPerMonth;
  return [
    `Waiting for approval now: ${grouped(waiting)}\n${pageUrl(round, "/approvals")}`,
    `Alerts open now: ${grouped(alerts)}\n${pageUrl(round, "/alerts")}`,
    `Page checks used this month (UTC): ${grouped(used)}${limit === null ? "" : ` of ${grouped(limit)}`}`,
  ];
}

/**
 * Returns the end of the audit log as text, so that a copy of it exists where an administrator of the log cannot
 * change it.
 */
async function headText({ tx }: NotificationRound): Promise<string> {
  const { end } = await auditSpan(tx, { from: null, to: null });
  return `The audit log holds ${end.seq} events and ends with\n${end.hash}`;
}
