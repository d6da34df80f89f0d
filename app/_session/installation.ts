import { currentRuntime } from "@/server/boot/runtime";
import { type SignUpBlocker, signUpBlocker } from "@/server/domain/sign-up/sign-up";

/** How people get in here, for the pages of visitors. */
export interface SignInOptions {
  /** Why nobody signs up on their own; null where they may. */
  readonly blocker: SignUpBlocker | null;
  /** Whether mails are sent. */
  readonly mails: boolean;
}

/** How people get into this installation. */
export async function entrance(): Promise<SignInOptions> {
  const { settings } = (await currentRuntime()).services;
  return { blocker: signUpBlocker(settings), mails: settings.smtpUrl !== null };
}
