import type { Outputs } from "@/app/_trpc/client";
import { WHYS, type Why } from "@/server/domain/pricing/why";

/** An entry of the inbox as the service lists it, without its figures. */
export type InboxEntry = Outputs["recommendations"]["inbox"]["entries"][number];

export interface Group {
  readonly why: Why;
  readonly entries: readonly InboxEntry[];
}

/** Groups entries by their reason, losses first; within a group the input's order is kept. */
export function grouped(entries: readonly InboxEntry[]): Group[] {
  return WHYS.map((why) => ({ why, entries: entries.filter((entry) => entry.why === why) })).filter(
    (group) => group.entries.length > 0,
  );
}

/**
 * Returns the entry `step` positions after (or, if negative, before) the given one; stays at the ends. Null for an
 * empty list.
 */
export function entryAt(entries: readonly InboxEntry[], id: string | null, step: number): InboxEntry | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[Math.min(entries.length - 1, Math.max(0, at + step))] ?? null;
}

/** Returns the entry to open when the given one leaves the list: the next one, otherwise the previous one. */
export function nextAfter(entries: readonly InboxEntry[], id: string): InboxEntry | null {
  const at = entries.findIndex((entry) => entry.id === id);
  return entries[at + 1] ?? entries[at - 1] ?? null;
}

/** Returns the entries between two, both included, in the order of the list; none if one of them is not listed. */
export function entriesBetween(
  entries: readonly InboxEntry[],
  from: string,
  to: string,
): readonly InboxEntry[] {
  const ends = [from, to].map((id) => entries.findIndex((entry) => entry.id === id));
  return ends.includes(-1) ? [] : entries.slice(Math.min(...ends), Math.max(...ends) + 1);
}
