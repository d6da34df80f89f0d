import type { BadgeTone } from "@/app/_components/ui/badge";

export type StatusOf = "recommendation" | "run" | "alert" | "write_back";

export type StatusStyle = {
  words: string;
  tone: BadgeTone;
  mark: "dot" | "ring" | "spin" | "check" | "cross" | "pause";
};

const WORDS: Record<StatusOf, Record<string, StatusStyle>> = {
  recommendation: {
    held: { words: "Held back", tone: "warn", mark: "pause" },
    new: { words: "New", tone: "accent", mark: "dot" },
    accepted: { words: "Accepted", tone: "neutral", mark: "check" },
    pending_approval: { words: "Awaiting approval", tone: "accent", mark: "ring" },
    approved: { words: "Approved, being written", tone: "neutral", mark: "spin" },
    applied: { words: "In the store", tone: "accent", mark: "check" },
    failed: { words: "Not written", tone: "bad", mark: "cross" },
    rejected: { words: "Rejected", tone: "neutral", mark: "cross" },
    dismissed: { words: "Dismissed", tone: "neutral", mark: "cross" },
    snoozed: { words: "Snoozed", tone: "neutral", mark: "pause" },
    resolved: { words: "Resolved", tone: "neutral", mark: "check" },
    superseded: { words: "Replaced by a newer one", tone: "neutral", mark: "ring" },
  },
  run: {
    queued: { words: "Queued", tone: "neutral", mark: "ring" },
    running: { words: "Running", tone: "neutral", mark: "spin" },
    succeeded: { words: "Finished", tone: "accent", mark: "check" },
    held: { words: "Held back", tone: "warn", mark: "pause" },
    failed: { words: "Failed", tone: "bad", mark: "cross" },
    canceled: { words: "Canceled", tone: "neutral", mark: "cross" },
  },
  alert: {
    open: { words: "Open", tone: "warn", mark: "dot" },
    snoozed: { words: "Snoozed", tone: "neutral", mark: "pause" },
    resolved: { words: "Resolved", tone: "neutral", mark: "check" },
  },
  write_back: {
    queued: { words: "Queued", tone: "neutral", mark: "ring" },
    sending: { words: "Being sent", tone: "neutral", mark: "spin" },
    unknown: { words: "Checking with the store", tone: "warn", mark: "spin" },
    applied: { words: "In the store", tone: "accent", mark: "check" },
    conflict: { words: "Store price had changed", tone: "bad", mark: "cross" },
    failed: { words: "Not written", tone: "bad", mark: "cross" },
  },
};

/**
 * Returns label and style of a status. A status this page does not know, which a newer service may send, is shown by
 * its wire name rather than hidden.
 */
export function statusStyle(of: StatusOf, status: string): StatusStyle {
  const known = WORDS[of][status];
  if (known) return known;
  const words = status.replaceAll("_", " ");
  return { words: words.charAt(0).toUpperCase() + words.slice(1), tone: "neutral", mark: "ring" };
}
