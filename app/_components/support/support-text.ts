import type { BadgeTone } from "@/app/_components/ui/badge";

/** What a support request's state is called, for owners and for staff. */
export const SUPPORT_WORDS = {
  waiting: { words: "Waits for you", staffWords: "Waits for an owner", tone: "warn" },
  code_given: { words: "Code given", staffWords: "Code given", tone: "warn" },
  active: { words: "Looking now", staffWords: "Open", tone: "accent" },
  declined: { words: "Declined", staffWords: "Declined", tone: "neutral" },
  withdrawn: { words: "Taken back", staffWords: "Taken back", tone: "neutral" },
  ended_by_owner: { words: "Ended by an owner", staffWords: "Ended by an owner", tone: "neutral" },
  ended_by_staff: { words: "Ended by support", staffWords: "Ended by you", tone: "neutral" },
  expired: { words: "Ran out", staffWords: "Ran out", tone: "neutral" },
  lapsed: { words: "Consent lapsed", staffWords: "Consent lapsed", tone: "neutral" },
} as const satisfies Record<string, { words: string; staffWords: string; tone: BadgeTone }>;
