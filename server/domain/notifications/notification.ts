import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { type Permission, ROLE_PERMISSIONS, type Role } from "../permissions";

/** What members are mailed about, each for its own; a mail belongs to one of them and can be unsubscribed from. */
export const TOPICS = ["approvals", "digest", "runs", "write_backs", "integrations"] as const;
export type Topic = (typeof TOPICS)[number];

export const DIGESTS = ["off", "daily", "weekly"] as const;
export type Digest = (typeof DIGESTS)[number];

/** What one member wants of one workspace; `timeZone` is an IANA name, in which digests come and tell the time. */
export interface Choices {
  readonly approvals: boolean;
  readonly digest: Digest;
  readonly runs: boolean;
  readonly writeBacks: boolean;
  readonly integrations: boolean;
  readonly timeZone: string;
}

/** The least time between two mails of a topic to one person: what comes in between waits and is told together. */
export const QUIET_MS: Readonly<Record<Exclude<Topic, "digest">, number>> = {
  approvals: 4 * HOUR_MS,
  runs: 15 * MINUTE_MS,
  write_backs: 15 * MINUTE_MS,
  integrations: HOUR_MS,
};

/** What still waits without anything new beside it is brought to mind again after this time. */
export const REMINDER_MS = DAY_MS;

const NEEDED: Readonly<Record<Topic, Permission>> = {
  approvals: "recommendations:approve",
  digest: "reports:read",
  runs: "runs:read",
  write_backs: "recommendations:read",
  integrations: "settings:integrations",
};

/** Whether mails of that topic go to people of that role at all: nobody is asked for what they may not do. */
export const mayBeNotified = (role: Role, topic: Topic): boolean => ROLE_PERMISSIONS[role].has(NEEDED[topic]);

/** What a member gets who has chosen nothing: those who decide on prices hear of what waits and of what went wrong. */
export function defaultChoices(role: Role): Choices {
  const decides = mayBeNotified(role, "approvals");
  return {
    approvals: decides,
    digest: decides ? "weekly" : "off",
    runs: decides,
    writeBacks: decides,
    integrations: mayBeNotified(role, "integrations"),
    timeZone: "UTC",
  };
}

/** Whether these choices leave a topic switched on. */
export function wants(choices: Choices, topic: Topic): boolean {
  if (topic === "digest") return choices.digest !== "off";
  return topic === "write_backs" ? choices.writeBacks : choices[topic];
}

/** The choices without that topic. */
export function without(choices: Choices, topic: Topic): Choices {
  if (topic === "digest") return { ...choices, digest: "off" };
  return { ...choices, [topic === "write_backs" ? "writeBacks" : topic]: false };
}

export const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text);
