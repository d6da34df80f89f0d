import { z } from "zod";
import type { Tx } from "@/server/db/database/transaction";
import { findChoices, putChoices } from "@/server/db/notifications/notifications";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import { DomainError } from "@/server/domain/errors";
import {
  type Choices,
  DIGESTS,
  defaultChoices,
  mayBeNotified,
  TOPICS,
  type Topic,
} from "@/server/domain/notifications/notification";
import type { Role } from "@/server/domain/permissions";
import { TimeZoneName } from "../input";
import { recordChange } from "../record-change";
import type { RequestContext } from "../request-context";
import { readTransaction, writeTransaction } from "../transaction";
import { requireWritableWorkspace } from "../writable-workspace";

export const ChoicesChange = z.object({
  approvals: z.boolean().optional(),
  digest: z.enum(DIGESTS).optional(),
  runs: z.boolean().optional(),
  write_backs: z.boolean().optional(),
  integrations: z.boolean().optional(),
  time_zone: TimeZoneName.optional(),
});

/** A member's notification choices, and the topics that their role has. */
export interface OwnChoices {
  readonly choices: Choices;
  readonly topics: readonly Topic[];
}

/** Returns the acting member's notification choices in this workspace. */
export async function readChoices(context: RequestContext): Promise<OwnChoices> {
  const { userId, role } = memberOf(context);
  const choices = await readTransaction(context, (tx) => choicesOf(tx, userId, role));
  return { choices, topics: topicsOf(role) };
}

/**
 * Changes the acting member's notification choices in this workspace; omitted fields stay.
 * @throws DomainError plan_limit in a suspended or deleting workspace
 */
export function changeChoices(
  context: RequestContext,
  input: z.output<typeof ChoicesChange>,
): Promise<OwnChoices> {
  const { userId, role } = memberOf(context);
  requireWritableWorkspace(context);
  return writeTransaction(context, async (tx) => {
    const before = await choicesOf(tx, userId, role);
    const choices: Choices = {
      approvals: input.approvals ?? before.approvals,
      digest: input.digest ?? before.digest,
      runs: input.runs ?? before.runs,
      writeBacks: input.write_backs ?? before.writeBacks,
      integrations: input.integrations ?? before.integrations,
      timeZone: input.time_zone ?? before.timeZone,
    };
    const same = (Object.keys(choices) as (keyof Choices)[]).every((key) => choices[key] === before[key]);
    if (same) return { choices: before, topics: topicsOf(role) };
    await putChoices(tx, userId, choices, new Date(context.services.now()));
    await recordChange(context, tx, {
      action: "notifications.change",
      subject: userId,
      before: { ...before },
      after: { ...choices },
    });
    return { choices, topics: topicsOf(role) };
  });
}

const choicesOf = async (tx: Tx, userId: string, role: Role): Promise<Choices> =>
  (await findChoices(tx, userId)) ?? defaultChoices(role, await workspaceTimeZone(tx));

const topicsOf = (role: NonNullable<RequestContext["role"]>): Topic[] =>
  TOPICS.filter((topic) => mayBeNotified(role, topic));

/** Requires a person as the actor: a token, a support session and the system have no notification choices. */
function memberOf({ actor, role }: RequestContext): {
  userId: string;
  role: NonNullable<RequestContext["role"]>;
} {
  if (actor.kind !== "user" || actor.userId === null || role === null)
    throw new DomainError("forbidden_role", "Only members are mailed.");
  return { userId: actor.userId, role };
}
