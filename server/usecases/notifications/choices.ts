import { z } from "zod";
import { findChoices, putChoices } from "@/server/db/notifications/notifications";
import { DomainError } from "@/server/domain/errors";
import { isTimeZone } from "@/server/domain/notifications/digest-time";
import {
  type Choices,
  DIGESTS,
  defaultChoices,
  mayBeNotified,
  TOPICS,
  type Topic,
} from "@/server/domain/notifications/notification";
import { recordChange } from "../record-change";
import {
  type RequestContext,
  readTransaction,
  requireWritableWorkspace,
  writeTransaction,
} from "../request-context";

export const ChoicesChange = z.object({
  approvals: z.boolean().optional(),
  digest: z.enum(DIGESTS).optional(),
  runs: z.boolean().optional(),
  write_backs: z.boolean().optional(),
  integrations: z.boolean().optional(),
  time_zone: z.string().max(60).refine(isTimeZone, "is not a time zone that is known here").optional(),
});

/** A member's notification choices, and the topics that their role has. */
export interface OwnChoices {
  readonly choices: Choices;
  readonly topics: readonly Topic[];
}

/** Returns the acting member's notification choices in this workspace. */
export async function readChoices(context: RequestContext): Promise<OwnChoices> {
  const { userId, role } = memberOf(context);
  const chosen = await readTransaction(context, (tx) => findChoices(tx, userId));
  return { choices: chosen ?? defaultChoices(role), topics: topicsOf(role) };
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
    const before = (await findChoices(tx, userId)) ?? defaultChoices(role);
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
