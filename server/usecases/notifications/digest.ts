import { auditSpan } from "@/server/db/audit/reading";
import {
  type DigestCounts,
  digestCounts,
  type MovedPrice,
  movedPrices,
} from "@/server/db/notifications/digest";
import { checksUsed } from "@/server/db/page-checks/usage";
import { workspaceSummary } from "@/server/db/workspaces/summary";
import { formatAmount } from "@/server/domain/money";
import { type DueDigest, dueDigest, toldTime } from "@/server/domain/notifications/digest-time";
import { ROLE_PERMISSIONS } from "@/server/domain/permissions";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { monthOf } from "@/server/domain/plan/usage-period";
import { formatPercent, parseRatio } from "@/server/domain/ratio";
import { oneLine } from "../mails/form";
import { pageOf, type Reader, readersOf, type Telling, tell, toldTo } from "./round";

const MOVED_LISTED = 8;
const LONGEST = 160;

/** Sends the digests that are due where their readers are, each once. */
export async function tellDigests(telling: Telling): Promise<void> {
  const { services, workspace } = telling;
  for (const reader of readersOf(telling, "digest")) {
    const { digest, timeZone } = reader.choices;
    const due = digest === "off" ? null : dueDigest(digest, timeZone, services.now());
    if (due === null || reader.since.getTime() >= due.toMs) continue;
    if (toldTo(telling, reader.userId, "digest").some(({ subject }) => subject === due.name)) continue;
    await tell(telling, reader, "digest", {
      subjects: [due.name],
      subject: `${workspace.name}: ${digest === "daily" ? "yesterday" : "the week"} in prices`,
      text: await textOf(telling, reader, due),
    });
  }
}

async function textOf(telling: Telling, reader: Reader, due: DueDigest): Promise<string> {
  const { tx } = telling;
  const { timeZone } = reader.choices;
  const span = { from: new Date(due.fromMs), to: new Date(due.toMs) };
  const counts = await digestCounts(tx, span);
  const moved = await movedPrices(tx, span, MOVED_LISTED);
  const parts = [
    `From ${toldTime(due.fromMs, timeZone)}\nto ${toldTime(due.toMs, timeZone)}`,
    movedWords(counts, moved),
    workWords(counts),
    ...(await standing(telling)),
    ...(ROLE_PERMISSIONS[reader.role].has("settings:read") ? [await headWords(telling)] : []),
    `See more:\n${pageOf(telling, "")}`,
  ];
  return parts.join("\n\n");
}

function movedWords({ moved }: DigestCounts, listed: readonly MovedPrice[]): string {
  if (moved === 0) return "No price was changed in the store.";
  const lines = listed.map((price) => {
    const { title, sku, currency, from, to, marginBefore, marginAfter, reverted } = price;
    const margins =
      marginBefore !== null && marginAfter !== null
        ? `, margin ${percent(marginBefore)} to ${percent(marginAfter)}`
        : "";
    const change = `${formatAmount(from, currency)} to ${formatAmount(to, currency)} ${currency}`;
    return `- ${oneLine(`${title} (${sku})`, LONGEST)}: ${change}${margins}${reverted ? ", taken back" : ""}`;
  });
  const left = moved - listed.length;
  const head =
    moved === 1 ? "1 price was changed in the store:" : `${moved} prices were changed in the store:`;
  return [head, ...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n");
}

/** A share as sentences write it: `0.2797` is 28 %. */
const percent = (share: string): string => {
  const { num, den } = parseRatio(share);
  return formatPercent(num, den);
};

const workWords = ({ runsDone, runsFailed, recommended, alertsRaised, pagesChecked }: DigestCounts): string =>
  [
    `Runs: ${runsDone} done, ${runsFailed} failed`,
    `New recommendations: ${recommended}`,
    `New alerts: ${alertsRaised}`,
    `Competitors' pages looked at: ${pagesChecked}`,
  ].join("\n");

async function standing(telling: Telling): Promise<string[]> {
  const { services, tx, workspace } = telling;
  const now = services.now();
  const { waiting, open_alerts: alerts } = await workspaceSummary(tx, new Date(now));
  const used = await checksUsed(tx, monthOf(now).startMs);
  const limit = PLAN_LIMITS[workspace.plan].checksPerMonth;
  return [
    `Waiting for approval now: ${waiting}\n${pageOf(telling, "/approvals")}`,
    `Alerts open now: ${alerts}\n${pageOf(telling, "/alerts")}`,
    `Page checks used this month (UTC): ${used}${limit === null ? "" : ` of ${limit}`}`,
  ];
}

/** The end of the audit log, so that a copy of it lies where the log's own keeper cannot reach. */
async function headWords({ tx }: Telling): Promise<string> {
  const { end } = await auditSpan(tx, { from: null, to: null });
  return `The audit log holds ${end.seq} events and ends with\n${end.hash}`;
}
