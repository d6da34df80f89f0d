import type { Topic } from "@/server/domain/notifications/notification";

/**
 * Names a mail for the log: its topic, or which of the mails it is that are always sent. A stored name is never
 * renamed.
 */
export type MailTemplate =
  | Topic
  | "account_deletion"
  | "address_changed"
  | "address_in_use"
  | "api_deprecation"
  | "change_email"
  | "checks_used_up"
  | "confirm_email"
  | "grant_ended"
  | "invitation"
  | "lane_changed"
  | "link_identity"
  | "password_changed"
  | "plan_answer"
  | "plan_request"
  | "policy_changed"
  | "reset_password"
  | "support_opened"
  | "support_request"
  | "trial_ended";
