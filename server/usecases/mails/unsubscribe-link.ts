import { createHmac, timingSafeEqual } from "node:crypto";
import { isTopic, type Topic } from "@/server/domain/notifications/notification";
import type { Settings } from "../settings";

/** The person, workspace and topic whose mails a link ends. */
export interface UnsubscribeTarget {
  readonly workspaceId: string;
  readonly userId: string;
  readonly topic: Topic;
}

type Signing = Pick<Settings, "authSecret" | "publicUrl">;

export const UNSUBSCRIBE_PATH = "/unsubscribe";

const signature = ({ authSecret }: Signing, { workspaceId, userId, topic }: UnsubscribeTarget): string =>
  createHmac("sha256", authSecret)
    .update(JSON.stringify(["unsubscribe", workspaceId, userId, topic]))
    .digest("base64url");

/** Returns the signed link that ends one person's mails of a topic without a sign-in. */
export function unsubscribeLink(settings: Signing, target: UnsubscribeTarget): string {
  const query = new URLSearchParams({
    workspace: target.workspaceId,
    person: target.userId,
    topic: target.topic,
    proof: signature(settings, target),
  });
  return `${settings.publicUrl}${UNSUBSCRIBE_PATH}?${query.toString()}`;
}

/** Parses an unsubscribe link's query; null when its signature is not valid. */
export function readUnsubscribe(settings: Signing, query: URLSearchParams): UnsubscribeTarget | null {
  const [workspaceId = "", userId = "", topic = "", proof = ""] = [
    "workspace",
    "person",
    "topic",
    "proof",
  ].map((name) => query.get(name) ?? "");
  if (!isTopic(topic)) return null;
  const target = { workspaceId, userId, topic };
  const [actual, expected] = [Buffer.from(proof), Buffer.from(signature(settings, target))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? target : null;
}
