import type { Digest } from "@/server/domain/notifications/notification";

/** The topics that can be switched on or off, ordered by how much attention they ask for. */
export const SWITCHES = [
  {
    topic: "approvals",
    label: "Prices wait for approval",
    detail: "All that wait in one mail, at most every four hours; once a day if nothing new came.",
  },
  {
    topic: "write_backs",
    label: "A price does not reach the store",
    detail: "It failed, the store held another price, or the store has not said whether it took it.",
  },
  {
    topic: "runs",
    label: "A run fails or is held, or a schedule stops working",
    detail:
      "Held runs show nothing until somebody releases them. Once for each time a schedule stops working.",
  },
  {
    topic: "integrations",
    label: "The store does not answer",
    detail: "Once for each time it stops answering.",
  },
] as const;

export const DIGEST_OPTIONS: readonly { value: Digest; label: string }[] = [
  { value: "off", label: "Never" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every Monday" },
];
