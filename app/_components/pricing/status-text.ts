import type { BadgeTone } from "@/app/_components/ui/badge";

export type StatusOf = "recommendation" | "run" | "alert" | "write_back";

export type StatusStyle = {
  label: string;
  tone: BadgeTone;
  mark: "dot" | "ring" | "spin" | "check" | "cross" | "pause";
};

const WORDS: Record<StatusOf, Record<string, StatusStyle>> = {
  recommendation: {
    held: { label: "Held back", tone: "warn", mark: "pause" },
    new: { label: "New", tone: "accent", mark: "dot" },
    accepted: { label: "Accepted", tone: "neutral", mark: "check" },
    pending_approval: { label: "Awaiting approval", tone: "accent", mark: "ring" },
    approved: { label: "Approved, being written", tone: "neutral", mark: "spin" },
    applied: { label: "In the store", tone: "accent", mark: "check" },
    failed: { label: "Not written", tone: "bad", mark: "cross" },
    rejected: { label: "Rejected", tone: "neutral", mark: "cross" },
    dismissed: { label: "Dismissed", tone: "neutral", mark: "cross" },
    snoozed: { label: "Snoozed", tone: "neutral", mark: "pause" },
    resolved: { label: "Resolved", tone: "neutral", mark: "check" },
    superseded: { label: "Replaced by a newer one", tone: "neutral", mark: "ring" },
  },
  run: {
    queued: { label: "Queued", tone: "neutral", mark: "ring" },
    running: { label: "Running", tone: "neutral", mark: "spin" },
    succeeded: { label: "Finished", tone: "accent", mark: "check" },
    held: { label: "Held back", tone: "warn", mark: "pause" },
    failed: { label: "Failed", tone: "bad", mark: "cross" },
    canceled: { label: "Canceled", tone: "neutral", mark: "cross" },
  },
  alert: {
    open: { label: "Open", tone: "warn", mark: "dot" },
    snoozed: { label: "Snoozed", tone: "neutral", mark: "pause" },
    resolved: { label: "Resolved", tone: "neutral", mark: "check" },
  },
  write_back: {
    queued: { label: "Queued", tone: "neutral", mark: "ring" },
    sending: { label: "Being sent", tone: "neutral", mark: "spin" },
    unknown: { label: "Checking with the store", tone: "warn", mark: "spin" },
    applied: { label: "In the store", tone: "accent", mark: "check" },
    conflict: { label: "Store price had changed", tone: "bad", mark: "cross" },
    failed: { label: "Not written", tone: "bad", mark: "cross" },
  },
};

/**
 * Returns label and style of a status. A status this page does not know, which a newer service may send, is shown by
 * its wire name rather than hidden.
 */
export function statusStyle(of: StatusOf, status: string): StatusStyle {
  const known = WORDS[of][status];
  if (known) return known;
  const label = status.replaceAll("_", " ");
  return { label: label.charAt(0).toUpperCase() + label.slice(1), tone: "neutral", mark: "ring" };
}
