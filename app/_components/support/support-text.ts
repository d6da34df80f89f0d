import type { BadgeTone } from "@/app/_components/ui/badge";

/** The labels of a support request's states, for owners and for staff. */
export const SUPPORT_LABELS = {
  waiting: { words: "Waits for you", staffText: "Waits for an owner", tone: "warn" },
  code_given: { words: "Code given", staffText: "Code given", tone: "warn" },
  active: { words: "Looking now", staffText: "Open", tone: "accent" },
  declined: { words: "Declined", staffText: "Declined", tone: "neutral" },
  withdrawn: { words: "Taken back", staffText: "Taken back", tone: "neutral" },
  ended_by_owner: { words: "Ended by an owner", staffText: "Ended by an owner", tone: "neutral" },
  ended_by_staff: { words: "Ended by support", staffText: "Ended by you", tone: "neutral" },
  expired: { words: "Ran out", staffText: "Ran out", tone: "neutral" },
  lapsed: { words: "Consent lapsed", staffText: "Consent lapsed", tone: "neutral" },
} as const satisfies Record<string, { words: string; staffText: string; tone: BadgeTone }>;
