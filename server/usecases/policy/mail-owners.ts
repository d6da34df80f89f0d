import type { Tx } from "@/server/db/database/transaction";
import { findWorkspace } from "@/server/db/members/memberships";
import type { PolicyDifference } from "@/server/domain/pricing/policy-diff";
import { nameInLine } from "../mails/mail-options";
import type { MailTemplate } from "../mails/templates";
import { storeMailsToOwners } from "../mails/to-owners";
import type { RequestContext } from "../request-context";

/** How many differences a mail lists. */
const MOST_LISTED = 20;
/** How many characters of a name or a value a mail quotes. */
const QUOTED = 120;

/** A new version of the policy, as its owners hear of it. */
export interface PolicyNews {
  readonly version: number;
  /** The earlier version whose settings it has again; null for new settings. */
  readonly restored: number | null;
  readonly note: string | null;
  /** What differs from the version before; null if that cannot be read. */
  readonly differences: readonly PolicyDifference[] | null;
  /** The automatic lanes that it closed. */
  readonly closedLanes: readonly string[];
}

/** Stores the mails that tell the owners of a new version of the policy; a worker sends them within about a minute. */
export async function mailPolicyToOwners(context: RequestContext, tx: Tx, news: PolicyNews): Promise<void> {
  const { version, restored, note, differences, closedLanes } = news;
  const again = restored === null ? "" : `, with the settings of version ${restored}`;
  await mailOwners(context, tx, {
    template: "policy_changed",
    subject: "the pricing policy was changed",
    what: `${who(context)} activated version ${version} of the pricing policy${again}.`,
    paragraphs: [
      ...(note === null ? [] : [`Their note: ${nameInLine(note, QUOTED)}`]),
      differencesText(differences),
      ...(closedLanes.length === 0
        ? []
        : [
            `It closed these auto-approval rules: ${closedLanes.map((name) => nameInLine(name, QUOTED)).join(", ")}.`,
          ]),
    ],
    page: "/policy",
  });
}

/** Stores the mails that tell the owners of another mode of an automatic lane. */
export const mailLaneModeToOwners = (
  context: RequestContext,
  tx: Tx,
  { lane, mode }: { readonly lane: string; readonly mode: keyof typeof MODES },
): Promise<void> =>
  mailOwners(context, tx, {
    template: "lane_changed",
    subject: `the auto-approval rule “${nameInLine(lane, QUOTED)}” ${MODES[mode].subject}`,
    what: `${who(context)} has switched the auto-approval rule “${nameInLine(lane, QUOTED)}”. ${MODES[mode].now}`,
    paragraphs: [],
    page: "/settings/lanes",
  });

const MODES = {
  open: { subject: "is open", now: "It approves price changes by itself from now on." },
  shadow: { subject: "is in shadow", now: "It records what it would approve, and writes nothing." },
  closed: { subject: "is closed", now: "People decide about its price changes." },
} as const;

interface Letter {
  readonly template: MailTemplate;
  readonly subject: string;
  readonly what: string;
  readonly paragraphs: readonly string[];
  /** Path of the page in the workspace that it leads to. */
  readonly page: string;
}

async function mailOwners(
  context: RequestContext,
  tx: Tx,
  { template, subject, what, paragraphs, page }: Letter,
): Promise<void> {
  const workspace = await findWorkspace(tx);
  if (workspace === null) throw new Error("the workspace of this change does not exist");
  const name = nameInLine(workspace.name);
  const action = `${context.services.settings.publicUrl}/w/${tx.tenant.workspaceId}${page}`;
  const unexpected = "If nobody was to do this, look at it and at who may change the policy:";
  await storeMailsToOwners(context, tx, {
    template,
    subject: `${name}: ${subject}`,
    text: [`In “${name}”, ${what}`, ...paragraphs, `${unexpected}\n${action}\n`].join("\n\n"),
    action,
  });
}

const who = ({ actor }: RequestContext): string => nameInLine(actor.label, QUOTED);

function differencesText(differences: readonly PolicyDifference[] | null): string {
  if (differences === null) return "The version before cannot be read, so what differs is not known.";
  if (differences.length === 0) return "Its settings are those of the version before.";
  const lines = differences.slice(0, MOST_LISTED).map(({ scope, label, before, after }) => {
    const of = scope === null ? "" : `${nameInLine(scope, QUOTED)}: `;
    return `- ${of}${label}: ${quoted(before)} → ${quoted(after)}`;
  });
  const more = differences.length - lines.length;
  return ["What changed:", ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

const quoted = (value: string | null): string => (value === null ? "none" : nameInLine(value, QUOTED));
