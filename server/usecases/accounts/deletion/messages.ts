import { DAY_MS } from "@/server/domain/durations";

/** Time between a deletion request and the purge. */
export const DELETION_GRACE_MS = 30 * DAY_MS;

const deletionPage = (publicUrl: string): string => `${publicUrl}/account/deletion`;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Mail with the date of the account's deletion and the way to cancel it. */
export const scheduledMail = (publicUrl: string, effectiveAt: Date) => ({
  subject: "Your account will be deleted",
  text: [
    `Your Pricecheck account will be deleted on ${dayOf(effectiveAt)} (UTC), not before.`,
    `Until then you can go on using it, and change your mind at any time:\n\n${deletionPage(publicUrl)}`,
    "If you did not ask for this, sign in, cancel the deletion and change your password.\n",
  ].join("\n\n"),
  action: deletionPage(publicUrl),
});

/** Mail with the reason why the account is not deleted yet. */
export const blockedMail = (publicUrl: string, workspaces: readonly string[]) => ({
  subject: "Your account cannot be deleted yet",
  text: [
    `You alone own ${workspaces.map((name) => `“${name}”`).join(", ")}, and others work there.`,
    `Make another member the owner, or remove the others; from that moment your account is deleted after 30 days.\n\n${deletionPage(publicUrl)}`,
  ].join("\n\n"),
  action: deletionPage(publicUrl),
});
