import { createHmac, timingSafeEqual } from "node:crypto";
import { isTopic, type Topic } from "@/server/domain/notifications/notification";
import type { Settings } from "../request-context";

/** Whose mails of which topic an address ends. */
export interface Unsubscribing {
  readonly workspaceId: string;
  readonly userId: string;
  readonly topic: Topic;
}

type Signing = Pick<Settings, "authSecret" | "publicUrl">;

export const UNSUBSCRIBE_PATH = "/unsubscribe";

const signature = ({ authSecret }: Signing, { workspaceId, userId, topic }: Unsubscribing): string =>
  createHmac("sha256", authSecret)
    .update(JSON.stringify(["unsubscribe", workspaceId, userId, topic]))
    .digest("base64url");

/** The address that ends one person's mails of a topic, without a sign-in; nobody else can make one. */
export function unsubscribeLink(settings: Signing, whom: Unsubscribing): string {
  const query = new URLSearchParams({
    workspace: whom.workspaceId,
    person: whom.userId,
    topic: whom.topic,
    proof: signature(settings, whom),
  });
  return `${settings.publicUrl}${UNSUBSCRIBE_PATH}?${query.toString()}`;
}

/** What an address of that form stands for; null where it was not made here, or was altered. */
export function readUnsubscribe(settings: Signing, query: URLSearchParams): Unsubscribing | null {
  const [workspaceId = "", userId = "", topic = "", proof = ""] = [
    "workspace",
    "person",
    "topic",
    "proof",
  ].map((name) => query.get(name) ?? "");
  if (!isTopic(topic)) return null;
  const whom = { workspaceId, userId, topic };
  const [given, right] = [Buffer.from(proof), Buffer.from(signature(settings, whom))];
  return given.length === right.length && timingSafeEqual(given, right) ? whom : null;
}
