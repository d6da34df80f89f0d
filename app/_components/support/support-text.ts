import type { BadgeTone } from "@/app/_components/ui/badge";

/** The labels of a support request's states, for owners and for staff. */
export const SUPPORT_LABELS = {
  waiting: { label: "Waiting for you", staffText: "Waiting for an owner", tone: "warn" },
  code_given: { label: "Code given", staffText: "Code given", tone: "warn" },
  active: { label: "Looking now", staffText: "Open", tone: "accent" },
  declined: { label: "Declined", staffText: "Declined", tone: "neutral" },
  withdrawn: { label: "Taken back", staffText: "Taken back", tone: "neutral" },
  ended_by_owner: { label: "Ended by an owner", staffText: "Ended by an owner", tone: "neutral" },
  ended_by_staff: { label: "Ended by support", staffText: "Ended by you", tone: "neutral" },
  expired: { label: "Ran out", staffText: "Ran out", tone: "neutral" },
  lapsed: { label: "Consent expired", staffText: "Consent expired", tone: "neutral" },
} as const satisfies Record<string, { label: string; staffText: string; tone: BadgeTone }>;
