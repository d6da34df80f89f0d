import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { type Permission, ROLE_PERMISSIONS, type Role } from "../permissions";

/** The topics of notification mails. A mail belongs to one topic, and members can unsubscribe from each. */
export const TOPICS = ["approvals", "digest", "runs", "write_backs", "integrations"] as const;
export type Topic = (typeof TOPICS)[number];

export const DIGESTS = ["off", "daily", "weekly"] as const;
export type Digest = (typeof DIGESTS)[number];

/**
 * One member's choices for one workspace; `timeZone` is an IANA name, which sets when digests are sent and how they
 * format times.
 */
export interface Choices {
  readonly approvals: boolean;
  readonly digest: Digest;
  readonly runs: boolean;
  readonly writeBacks: boolean;
  readonly integrations: boolean;
  readonly timeZone: string;
}

/**
 * The minimum time between two mails of a topic to one person; notifications in between are collected into the next
 * mail.
 */
export const QUIET_MS: Readonly<Record<Exclude<Topic, "digest">, number>> = {
  approvals: 4 * HOUR_MS,
  runs: 15 * MINUTE_MS,
  write_backs: 15 * MINUTE_MS,
  integrations: HOUR_MS,
};

/** A pending notification is mailed again after this time, even if nothing new was added. */
export const REMINDER_INTERVAL_MS = DAY_MS;

const NEEDED: Readonly<Record<Topic, Permission>> = {
  approvals: "recommendations:approve",
  digest: "reports:read",
  runs: "runs:read",
  write_backs: "recommendations:read",
  integrations: "settings:integrations",
};

/** Whether members with that role receive mails of that topic: only those whose role permits the action. */
export const mayBeNotified = (role: Role, topic: Topic): boolean => ROLE_PERMISSIONS[role].has(NEEDED[topic]);

/**
 * Returns the default choices of a role: those who decide on prices are notified of pending decisions and of
 * failures.
 * @param timeZone the workspace's
 */
export function defaultChoices(role: Role, timeZone: string): Choices {
  const decides = mayBeNotified(role, "approvals");
  return {
    approvals: decides,
    digest: decides ? "weekly" : "off",
    runs: decides,
    writeBacks: decides,
    integrations: mayBeNotified(role, "integrations"),
    timeZone,
  };
}

/** Whether these choices include a topic. */
export function wants(choices: Choices, topic: Topic): boolean {
  if (topic === "digest") return choices.digest !== "off";
  return topic === "write_backs" ? choices.writeBacks : choices[topic];
}

/** Returns the choices without that topic. */
export function without(choices: Choices, topic: Topic): Choices {
  if (topic === "digest") return { ...choices, digest: "off" };
  return { ...choices, [topic === "write_backs" ? "writeBacks" : topic]: false };
}

export const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text);
